//! The files of a study: `identification.json`, `base.csv`, `prediction.csv` and `report.html`; `parameters.yaml` of all standard
//! parameters, where the estimator has them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::{ReportError, html, json};
use crate::digits;
use crate::estimate::Method;
use crate::identify::Estimation;
use crate::judge::{Means, Reason};
use crate::output::{OutputError, Outputs};
use crate::regression::Series;
use crate::study::Study;
use armwright_runtime::Model;

/// Writes all files into a folder, whole or not at all, and says where they are.
///
/// # Errors
/// [`ReportError`].
pub fn write(study: &Study<'_>, folder: &Path, means: &Means) -> Result<Vec<PathBuf>, ReportError> {
    std::fs::create_dir_all(folder).map_err(|source| OutputError {
        path: folder.to_owned(),
        source,
    })?;
    let found = &study.identification;
    let mut contents = vec![
        ("report.html", html(study, means)?),
        ("identification.json", json(study, means)? + "\n"),
        ("base.csv", base(&found.estimation)),
        (
            "prediction.csv",
            prediction(study.model, &found.series, true),
        ),
    ];
    if !found.estimation.standard.is_empty() {
        contents.push(("parameters.yaml", parameters(&found.estimation)));
    }
    let mut outputs = Outputs::default();
    let mut paths = Vec::new();
    for (name, text) in contents {
        let path = folder.join(name);
        outputs.add(&path, |file| file.write_all(text.as_bytes()))?;
        paths.push(path);
    }
    outputs.commit()?;
    Ok(paths)
}

/// A number that reads back to the same float, short where it can be.
pub(crate) fn number(value: f64) -> String {
    let mut text = String::new();
    digits::push(&mut text, value);
    text
}

/// A row a base parameter: name, expression, value, standard deviation, percent, unit, how well it
/// is known, and why no better.
fn base(found: &Estimation) -> String {
    let mut text = "name,expression,value,std,percent,unit,quality,reason\n".to_owned();
    let optional = |x: Option<f64>| x.map_or_else(String::new, number);
    for p in found.parameters() {
        let _ = writeln!(
            text,
            "{},\"{}\",{},{},{},{},{},\"{}\"",
            p.name,
            p.expression,
            number(p.value),
            optional(p.std),
            optional(p.percent),
            p.unit,
            p.quality.word(),
            Reason::of(p).map_or_else(String::new, |reason| reason.to_string())
        );
    }
    for length in &found.lengths {
        let (value, std) = (length.value, length.std);
        let percent = number(100.0 * std / value.abs());
        let (value, std) = (number(value), number(std));
        let _ = writeln!(
            text,
            "{0},\"{0}\",{value},{std},{percent},m,fitted,\"\"",
            length.name
        );
    }
    text
}

/// Standard parameters by name, as `--parameters` takes them: to predict with, and to export.
fn parameters(found: &Estimation) -> String {
    let are = match found.method {
        Method::Consistent => {
            "bodies and drives that can exist. Behind each value how far it is expected to be off"
        }
        _ => {
            "all standard parameters. Of those that torques reveal in combination, or not at all, the estimator decides the share"
        }
    };
    let mut text = format!("# {}, {}: {are}.\n", found.robot, found.method.title());
    for p in &found.standard {
        let std = p
            .std
            .map_or_else(String::new, |std| format!(" # {std:.2e}"));
        let _ = writeln!(text, "{}: {}{std}", p.name, number(p.value));
    }
    text
}

/// A row a decimated sample: the recording (where there are several), time, predicted and (where it
/// was) measured torque and whether the sample counted, for each joint, or for each row of what else is measured.
#[must_use]
pub fn prediction(model: &Model, series: &[Series], measured: bool) -> String {
    let several = series.len() > 1;
    let mut text = if several { "recording,t" } else { "t" }.to_owned();
    let rows = Series::rows(series, model);
    for (_, row) in &rows {
        let _ = write!(text, ",{}", row.column);
        if measured {
            let _ = write!(text, ",measured_{0},used_{0}", row.name);
        }
    }
    text.push('\n');
    for series in series {
        // A name may have commas and quotes in it.
        let quoted = format!("\"{}\",", series.name.replace('"', "\"\""));
        for (k, time) in series.time.iter().enumerate() {
            if several {
                text.push_str(&quoted);
            }
            digits::push(&mut text, *time);
            for i in rows.iter().map(|(k, _)| *k) {
                text.push(',');
                digits::push(&mut text, series.predicted[i][k]);
                if measured {
                    text.push(',');
                    digits::push(&mut text, series.measured[i][k]);
                    text.push_str(if series.kept[i][k] { ",1" } else { ",0" });
                }
            }
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::identification;
    use super::{base, html, json, parameters, prediction, write};
    use crate::estimate::Method;
    use crate::identify::{Estimation, FittedLength, StandardValue};
    use crate::judge::Means;
    use crate::regression::Series;
    use crate::regression::by_hand::MODEL;
    use crate::rows::Row;
    use crate::statistics::{Estimated, Quality};
    use crate::study::Study;
    use armwright_runtime::Class;

    fn estimated(name: &str, value: f64, std: Option<f64>, quality: Quality) -> Estimated {
        Estimated {
            name: name.to_owned(),
            expression: format!("{name} + 0.5*m_b"),
            unit: "kg·m".to_owned(),
            value,
            std,
            percent: std.map(|std| 100.0 * std / value),
            quality,
            ..Estimated::default()
        }
    }

    #[test]
    fn base_parameters_are_a_table() {
        let found = Estimation {
            base: vec![
                estimated("mx_a", 0.5, Some(0.125), Quality::Good),
                Estimated {
                    correlated: Some(("mx_a".to_owned(), -0.96)),
                    ..estimated("m_b", 2.0, Some(1.0), Quality::Poor)
                },
            ],
            drive: vec![estimated("fc_m2", -0.25, None, Quality::Undetermined)],
            lengths: vec![FittedLength {
                name: "l_1".to_owned(),
                value: 0.5,
                std: 0.125,
                nominal: Some(0.25),
            }],
            ..Estimation::default()
        };
        assert_eq!(
            base(&found),
            "name,expression,value,std,percent,unit,quality,reason\n\
             mx_a,\"mx_a + 0.5*m_b\",0.5,0.125,25.0,kg·m,good,\"\"\n\
             m_b,\"m_b + 0.5*m_b\",2.0,1.0,50.0,kg·m,poor,\"correlated with mx_a (r = −0.96)\"\n\
             fc_m2,\"fc_m2 + 0.5*m_b\",-0.25,,,kg·m,not excited,\"not excited by this motion\"\n\
             l_1,\"l_1\",0.5,0.125,25.0,m,fitted,\"\"\n"
        );
    }

    /// An eighth of a half, whatever the sign of that.
    #[test]
    fn shares_of_lengths_are_above_zero() {
        let found = Estimation {
            lengths: vec![FittedLength {
                name: "l_1".to_owned(),
                value: -0.5,
                std: 0.0625,
                nominal: None,
            }],
            ..Estimation::default()
        };
        let table = base(&found);
        assert!(
            table.ends_with("\nl_1,\"l_1\",-0.5,0.0625,12.5,m,fitted,\"\"\n"),
            "{table}"
        );
    }

    #[test]
    fn standard_parameters_are_a_map_of_names() {
        let standard = |name: &str, value, std| StandardValue {
            name: name.to_owned(),
            value,
            std,
            nominal: None,
            class: Class::Combined,
        };
        let found = Estimation {
            robot: "by_hand".to_owned(),
            method: Method::Consistent,
            standard: vec![
                standard("m_a", 4.5, Some(0.012_345)),
                standard("fc_m2", 1e-5, None),
            ],
            ..Estimation::default()
        };
        let title = Method::Consistent.title();
        assert_eq!(
            parameters(&found),
            format!(
                "# by_hand, {title}: bodies and drives that can exist. Behind each value how far it is expected to be \
                 off.\nm_a: 4.5 # 1.23e-2\nfc_m2: 1e-5\n"
            )
        );
        let ridge = parameters(&Estimation {
            method: Method::Ridge,
            ..found
        });
        let said = "all standard parameters. Of those that torques reveal in combination, or not at all, the estimator decides";
        assert!(
            ridge.contains(said) && ridge.contains("\nm_a: 4.5"),
            "{ridge}"
        );
    }

    /// Whole files in a folder that is made, with bodies where these can exist.
    #[test]
    fn a_study_is_written_as_files() {
        let place = tempfile::tempdir().expect("a folder");
        let folder = place.path().join("deep/out");
        let mut study = Study::judged(&MODEL, identification(), Vec::new());
        let means = Means::default();
        let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
        let written = write(&study, &folder, &means).expect("files");
        let names = [
            "report.html",
            "identification.json",
            "base.csv",
            "prediction.csv",
        ];
        assert_eq!(written, names.map(|name| folder.join(name)));
        assert_eq!(read("report.html"), html(&study, &means).expect("a page"));
        assert_eq!(
            read("identification.json"),
            json(&study, &means).expect("JSON") + "\n"
        );
        let found = &study.identification;
        assert_eq!(read("base.csv"), base(&found.estimation));
        let table = prediction(&MODEL, &found.series, true);
        assert_eq!(read("prediction.csv"), table);
        assert!(
            table.starts_with("recording,t,tau_j1,measured_j1,used_j1,"),
            "{table}"
        );
        assert!(!folder.join("parameters.yaml").exists());
        study.identification.estimation.standard = vec![StandardValue {
            name: "m_a".to_owned(),
            value: 2.5,
            std: None,
            nominal: None,
            class: Class::Combined,
        }];
        let written = write(&study, &folder, &means).expect("files");
        assert_eq!(written.len(), 5);
        assert_eq!(written[4], folder.join("parameters.yaml"));
        assert_eq!(
            read("parameters.yaml"),
            parameters(&study.identification.estimation)
        );
    }

    fn series(name: &str) -> Series {
        let mut series = Series::new(name, 2, 10.0);
        series.push(0.5, &[1.5, 2.5], &[3.5, 4.5], [true, false].into_iter());
        series.push(0.6, &[-1.0, 0.1], &[7.0, 1e-9], [false, true].into_iter());
        series
    }

    #[test]
    fn predictions_are_a_table_with_and_without_what_was_measured() {
        assert_eq!(
            prediction(&MODEL, &[series("a")], true),
            "t,tau_j1,measured_j1,used_j1,tau_j2,measured_j2,used_j2\n\
             0.5,3.5,1.5,1,4.5,2.5,0\n0.6,7.0,-1.0,0,1e-9,0.1,1\n"
        );
        assert_eq!(
            prediction(&MODEL, &[series("a")], false),
            "t,tau_j1,tau_j2\n0.5,3.5,4.5\n0.6,7.0,1e-9\n"
        );
    }

    #[test]
    fn predictions_of_several_recordings_name_them_and_lack_what_was_left_out() {
        let mut both = [series("a, \"b\""), series("c")];
        for series in &mut both {
            series.predicted[0].clear();
            series.of = vec![
                Row {
                    name: "left",
                    column: "left".to_owned(),
                    unit: "N",
                },
                Row {
                    name: "force",
                    column: "fx_tool".to_owned(),
                    unit: "N",
                },
            ];
        }
        assert_eq!(
            prediction(&MODEL, &both, true),
            "recording,t,fx_tool,measured_force,used_force\n\
             \"a, \"\"b\"\"\",0.5,4.5,2.5,0\n\"a, \"\"b\"\"\",0.6,1e-9,0.1,1\n\
             \"c\",0.5,4.5,2.5,0\n\"c\",0.6,1e-9,0.1,1\n"
        );
        assert_eq!(
            prediction(&MODEL, &[], true),
            "t,tau_j1,measured_j1,used_j1,tau_j2,measured_j2,used_j2\n"
        );
    }
}
