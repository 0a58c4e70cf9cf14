//! A family tree.

use maud::{Markup, html};

use crate::{Family, Measure, Relative};

/// A member takes this much room; a line of text in it this much.
const BOX: (usize, usize) = (132, 46);
const GAP: (usize, usize) = (14, 34);

/// The champion at the top, parents below their children; `link` is the address at which an
/// organism is played, by its generation and number, if it can be.
pub fn family(
    family: &Family,
    measure: Measure,
    link: impl Fn(u32, u32) -> Option<String>,
) -> Markup {
    let members = &family.members;
    let levels = members.iter().map(|one| one.births).max().unwrap_or(0) + 1;
    let level = |births: usize| (0..members.len()).filter(move |&at| members[at].births == births);
    let widest = (0..levels)
        .map(|births| level(births).count())
        .max()
        .unwrap_or(1);
    let width = widest * (BOX.0 + GAP.0);
    let height = levels * (BOX.1 + GAP.1) - GAP.1;
    let middle = |at: usize| {
        let births = members[at].births;
        let place = level(births).position(|one| one == at).unwrap_or(0);
        let each = width / level(births).count();
        (each * place + each / 2, births * (BOX.1 + GAP.1))
    };
    let drawn = |at: usize, member: &Relative, invitation: &str| {
        let (x, y) = middle(at);
        html! {
            title { (member.origin) ", number " (member.number) " of generation "
                (member.place.generation) (invitation) }
            rect.member x=(x - BOX.0 / 2) y=(y) width=(BOX.0) height=(BOX.1) rx="8" {}
            text x=(x) y=(y + 19) text-anchor="middle" { (measure.show(member.score)) }
            text.small x=(x) y=(y + 36) text-anchor="middle" {
                (member.origin) " · gen. " (member.place.generation)
            }
        }
    };
    html! {
        // A pixel above and below, for the frames of the first and the last boxes.
        svg.family viewBox={ "0 -1 " (width) " " (height + 2) } role="group"
            aria-label="family tree" width=(width) {
            @for at in 0..members.len() {
                @for &parent in &members[at].parents {
                    @let ((x, y), (px, py)) = (middle(at), middle(parent));
                    @let bend = GAP.1 / 2;
                    path.kin d={
                        "M" (x) " " (y + BOX.1) "C" (x) " " (y + BOX.1 + bend) " "
                        (px) " " (py - bend) " " (px) " " (py)
                    } {}
                }
            }
            @for (at, member) in members.iter().enumerate() {
                @match link(member.place.generation, member.number) {
                    Some(link) => a href=(link) { (drawn(at, member, ": play it")) },
                    None => g { (drawn(at, member, "")) },
                }
            }
        }
    }
}
