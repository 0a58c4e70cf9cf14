//! SVG as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree};

/// Pixels for one unit of the drawing: sharp on today's screens.
const SCALE: f32 = 2.0;

/// Fonts to use where they are installed, best first; else any.
const FAMILIES: [&str; 6] = [
    "DejaVu Sans",
    "Liberation Sans",
    "Noto Sans",
    "Arial",
    "Helvetica",
    "Segoe UI",
];

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// Without a font a picture says nothing.
    #[error(
        "no font is installed, so a PNG would have no text (on Debian: apt-get install fonts-dejavu-core)"
    )]
    NoFont,
    /// The drawing is not valid.
    #[error("the drawing cannot be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The pixels do not fit into memory or into the format.
    #[error("the picture is too large for a PNG")]
    Size,
}

/// Draws an SVG with the fonts of the system.
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let installed = |family: &str| {
        fonts
            .faces()
            .any(|face| face.families.iter().any(|(name, _)| name == family))
    };
    let any = || {
        let face = fonts.faces().next()?;
        Some(face.families.first()?.0.clone())
    };
    let family = FAMILIES.iter().find(|family| installed(family));
    let family = family
        .map(|&family| family.to_owned())
        .or_else(any)
        .ok_or(PngError::NoFont)?;
    fonts.set_sans_serif_family(family);

    let tree = Tree::from_str(svg, &options)?;
    let size = tree.size();
    let pixels = |length: f32| (length * SCALE).ceil() as u32;
    let mut pixmap =
        Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or(PngError::Size)?;
    resvg::render(
        &tree,
        Transform::from_scale(SCALE, SCALE),
        &mut pixmap.as_mut(),
    );
    pixmap.encode_png().map_err(|_| PngError::Size)
}
