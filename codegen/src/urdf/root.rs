//! What is asked of a whole URDF: whether it is one, and what its base is.

use roxmltree::Node;

use super::place::child;

/// The link of the world, and the joint by which a base floats in it: that which says `floating` and whose parent is
/// nothing but that.
pub(super) fn world<'a, 'i>(root: Node<'a, 'i>) -> Option<[Node<'a, 'i>; 2]> {
    let of = |joint: Node<'_, '_>, end: &str| {
        let link = child(joint, end)?.attribute("link")?;
        Some(link.to_owned())
    };
    let joints = || root.children().filter(|node| node.has_tag_name("joint"));
    let joint = joints().find(|node| node.attribute("type") == Some("floating"))?;
    let name = of(joint, "parent")?;
    let is_it = |link: &Option<String>| link.as_ref() == Some(&name);
    let carries = joints()
        .filter(|joint| is_it(&of(*joint, "parent")))
        .count();
    let is_carried = joints().any(|joint| is_it(&of(joint, "child")));
    let mut links = root.children().filter(|node| node.has_tag_name("link"));
    let link = links.find(|link| link.attribute("name") == Some(&name))?;
    let is_nothing = carries == 1 && !is_carried && child(link, "inertial").is_none();
    is_nothing.then_some([link, joint])
}

/// Whether an element is a macro, or has an expression that is yet to be computed.
pub(super) fn is_xacro(node: Node<'_, '_>) -> bool {
    let space = node.tag_name().namespace();
    let is_macro = space.is_some_and(|space| space.contains("xacro"));
    // Names of files may have what they like.
    let attributes = node.attributes().filter(|a| a.name() != "filename");
    // A comment has a text as well, and may have what it likes too.
    let text = node.text().filter(|_| node.is_element());
    let mut texts = attributes.map(|a| a.value()).chain(text);
    is_macro
        || texts.any(|text| {
            ["${", "$(arg ", "$(eval "]
                .iter()
                .any(|sign| text.contains(sign))
        })
}
