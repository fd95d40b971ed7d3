//! Robot files that are valid, or nearly, and that nobody would write: each ends as it says itself.
//!
//! The second line of each file of `tests/hostile` says what is expected: `# expect: robot`,
//! `# expect: divides by zero`, `# expect: too many symbols`, `# expect: too many shared functions`, or the code of the
//! mistake that it is refused for.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use armwright_codegen::document::{self, Format};
use armwright_codegen::identifiability::Undetermined;
use armwright_codegen::pipeline::Underived;
use armwright_codegen::recovery::Analysis;
use armwright_codegen::{GenerateError, Generated, generate};

fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/hostile");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let named = |path: PathBuf| {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        (name, std::fs::read_to_string(path).expect("a file"))
    };
    files.into_iter().map(named).collect()
}

/// How a file ended, in the words in which it says what is expected.
fn ending(name: &str, result: &Result<Generated, GenerateError>) -> String {
    match result {
        Ok(generated) => {
            sound(name, generated);
            "robot".to_owned()
        }
        Err(GenerateError::Faulty(mistakes)) => {
            assert!(!mistakes.render(false).is_empty(), "{name}");
            let first = mistakes.iter().next().expect("a mistake");
            // This one says what would be right in the message itself.
            let remedy = first.help.is_some() || first.code == "AW0209";
            assert!(remedy, "{name} gives no remedy: {mistakes}");
            first.code.to_owned()
        }
        Err(GenerateError::Underived(error @ Underived::DividesByZero { .. })) => {
            assert!(error.to_string().contains("help: "), "{name}: {error}");
            "divides by zero".to_owned()
        }
        Err(GenerateError::Underived(Underived::Undetermined(
            error @ Undetermined::TooLong { .. },
        ))) => {
            assert!(error.to_string().contains("help: "), "{name}: {error}");
            "too many symbols".to_owned()
        }
        Err(GenerateError::Underived(Underived::Undetermined(
            error @ Undetermined::SharedTooLong,
        ))) => {
            assert!(error.to_string().contains("help: "), "{name}: {error}");
            "too many shared functions".to_owned()
        }
        Err(error) => error.to_string(),
    }
}

/// What any generated robot promises.
fn sound(name: &str, generated: &Generated) {
    let file = syn::parse_file(&generated.code).unwrap_or_else(|error| panic!("{name}: {error}"));
    let main = |item: &syn::Item| matches!(item, syn::Item::Fn(f) if f.sig.ident == "main");
    assert!(!file.items.iter().any(main), "{name}: a text became code");
    // The most that recovery can be asked: nothing is known.
    let recovery = Analysis::new(&generated.derivation.mechanism, &generated.derivation.base);
    assert!(recovery.recovery(&[]).is_ok(), "{name}: no plan");
    for format in [Format::Text, Format::Markdown, Format::Latex] {
        let page = document::equations(&generated.derivation, format, None);
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!page.is_empty(), "{name}");
    }
    #[cfg(feature = "cli")]
    {
        let page = document::equations(&generated.derivation, Format::Html, None);
        let page = page.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!page.contains("<merror"), "{name}: a formula is faulty");
        assert!(!page.contains("<script"), "{name}: a text became markup");
    }
}

/// What is wrong with how a file ends, if anything.
fn verdict(name: &str, text: &str) -> Option<String> {
    let expected = text
        .lines()
        .find_map(|line| line.strip_prefix("# expect: "));
    let expected = expected.unwrap_or_else(|| panic!("{name} does not say what is expected"));
    let found = ending(name, &generate(name, text));
    (found != expected).then(|| format!("{name}: {found}, not {expected}"))
}

/// On all processors: this is the only test of its binary, and some files take seconds.
#[test]
fn every_file_ends_as_it_says() {
    let files = corpus();
    assert!(files.len() >= 40, "only {} files", files.len());
    let next = AtomicUsize::new(0);
    let work = || {
        let take = || files.get(next.fetch_add(1, Ordering::Relaxed));
        let taken = std::iter::from_fn(take);
        taken
            .filter_map(|(name, text)| verdict(name, text))
            .collect()
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let done = threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"));
        done.flat_map(|wrong: Vec<String>| wrong).collect()
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}
