//! The lines and symmetries of 4x4x4, independent of the prover's.
//!
//! The index of a square is 16 × level + 4 × row + column, all from 0, with
//! level 1 and the top row first.

/// The lines and symmetries of the cube.
pub(super) struct Geometry {
    /// The four squares of each line, in ascending order.
    pub(super) lines: Vec<[usize; 4]>,
    /// The lines through each square.
    pub(super) through: Vec<Vec<usize>>,
    /// The image of each square under each symmetry.
    symmetries: Vec<[u8; 64]>,
}

impl Geometry {
    pub(super) fn new() -> Self {
        let lines = lines();
        let passing =
            |square| (0..lines.len()).filter(|&line| lines[line].contains(&square)).collect();
        let through = (0..64).map(passing).collect();
        let symmetries = symmetries(&lines);
        Geometry { lines, through, symmetries }
    }

    /// Returns the least image of a position, and the symmetry that maps to it.
    pub(super) fn canonical(&self, squares: &[u8; 64]) -> ([u64; 2], usize) {
        let stones: Vec<(usize, u8)> =
            (0..64).map(|s| (s, squares[s])).filter(|&(_, side)| side != 0).collect();
        let image = |(number, map): (usize, &[u8; 64])| {
            let mut image = [0; 2];
            for &(square, side) in &stones {
                image[usize::from(side) - 1] |= 1 << map[square];
            }
            (image, number)
        };
        self.symmetries.iter().enumerate().map(image).min().unwrap_or_default()
    }

    /// The image of a square under a symmetry.
    pub(super) fn map(&self, symmetry: usize, square: usize) -> usize {
        self.symmetries[symmetry][square].into()
    }

    /// The square whose image under a symmetry is `square`.
    pub(super) fn unmap(&self, symmetry: usize, square: usize) -> usize {
        (0..64).find(|&from| self.map(symmetry, from) == square).unwrap_or(square)
    }
}

/// Returns all sets of four squares along which each coordinate is constant,
/// rises 0 1 2 3, or falls 3 2 1 0.
fn lines() -> Vec<[usize; 4]> {
    let mut lines = Vec::new();
    // 0 to 3: constant; 4: rising; 5: falling.
    let value = |kind: usize, step: usize| match kind {
        4 => step,
        5 => 3 - step,
        constant => constant,
    };
    for (z, y, x) in (0..216).map(|code| (code / 36, code / 6 % 6, code % 6)) {
        let at = |step| value(z, step) * 16 + value(y, step) * 4 + value(x, step);
        let mut line = [0, 1, 2, 3].map(at);
        line.sort_unstable();
        if line[0] != line[1] && !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// Returns the closure under composition of the generators that map lines to
/// lines.
fn symmetries(lines: &[[usize; 4]]) -> Vec<[u8; 64]> {
    let build = |image: fn(usize, usize, usize) -> (usize, usize, usize)| -> [usize; 64] {
        std::array::from_fn(|square| {
            let (z, y, x) = image(square / 16, square / 4 % 4, square % 4);
            z * 16 + y * 4 + x
        })
    };
    let generators = [
        build(|z, y, x| (y, z, x)),
        build(|z, y, x| (z, x, y)),
        build(|z, y, x| (3 - z, y, x)),
        // Inner planes exchanged with outer ones, and the inner pair exchanged.
        build(|z, y, x| (z ^ 1, y ^ 1, x ^ 1)),
        build(|z, y, x| ([0, 2, 1, 3][z], [0, 2, 1, 3][y], [0, 2, 1, 3][x])),
    ];
    let keeps_lines = |map: &&[usize; 64]| {
        lines.iter().all(|line| {
            let mut image = line.map(|square| map[square]);
            image.sort_unstable();
            lines.contains(&image)
        })
    };
    let generators: Vec<&[usize; 64]> = generators.iter().filter(keeps_lines).collect();
    let mut group: Vec<[usize; 64]> = vec![std::array::from_fn(|square| square)];
    let mut next = 0;
    while next < group.len() {
        for generator in &generators {
            let product = group[next].map(|square| generator[square]);
            if !group.contains(&product) {
                group.push(product);
            }
        }
        next += 1;
    }
    group.iter().map(|map| map.map(|square| square as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_76_lines_and_192_symmetries() {
        let geometry = Geometry::new();
        assert_eq!(geometry.lines.len(), 76);
        assert_eq!(geometry.symmetries.len(), 192);
        let rich = geometry.through.iter().filter(|through| through.len() == 7).count();
        let poor = geometry.through.iter().filter(|through| through.len() == 4).count();
        assert_eq!((rich, poor), (16, 48));
    }
}
