//! The symmetries of a cube, and the canonical form of a position under them.

use crate::game::{Game, Lines, Square};
use crate::search::proof::bits::Bits;

/// The symmetries of a cube, as tables.
#[derive(Debug)]
pub(crate) struct Symmetries<B> {
    /// `maps[s][square]` is the image of the square under symmetry `s`.
    maps: Vec<Vec<u8>>,
    /// `images[square][s]` is the same image as a set. The images of a board
    /// under all symmetries are the union of the rows of its stones, which the
    /// compiler turns into vector code.
    images: Vec<[B; MAX_SYMMETRIES]>,
}

/// The largest number of symmetries of a cube.
const MAX_SYMMETRIES: usize = 192;

impl<B: Bits> Symmetries<B> {
    /// The symmetries of the game's start position, the identity first.
    pub(crate) fn new(game: &Lines) -> Self {
        let squares = game.board().len();
        let mut maps: Vec<Vec<u8>> = game
            .symmetries(&game.start())
            .iter()
            .map(|s| (0..squares).map(|i| s.square(Square::new(i)).index() as u8).collect())
            .collect();
        maps.sort();
        // A cube with fewer symmetries repeats the identity, which leaves the
        // smallest image the same.
        let image = |square: usize, s: usize| {
            let map = maps.get(s).unwrap_or(&maps[0]);
            B::of(map[square].into())
        };
        let images = (0..squares).map(|i| std::array::from_fn(|s| image(i, s))).collect();
        Symmetries { maps, images }
    }

    /// The number of symmetries, the identity included.
    pub(crate) fn count(&self) -> usize {
        self.maps.len()
    }

    /// The image of a square under symmetry `s`.
    pub(crate) fn map(&self, s: usize, square: usize) -> usize {
        self.maps[s][square].into()
    }

    /// The image of a set under symmetry `s`.
    pub(crate) fn map_set(&self, s: usize, set: B) -> B {
        set.members().fold(B::EMPTY, |image, square| image | self.images[square][s])
    }

    /// The square whose image under symmetry `s` is `square`.
    pub(crate) fn unmap(&self, s: usize, square: usize) -> usize {
        (0..self.images.len()).find(|&from| self.map(s, from) == square).unwrap_or(square)
    }

    /// The smallest image of a pair of boards, the first board compared first,
    /// and a symmetry that yields it.
    pub(crate) fn canonical(&self, first: B, second: B) -> (B, B, usize) {
        let mut images = [B::EMPTY; MAX_SYMMETRIES];
        for square in first.members() {
            for (image, &stone) in images.iter_mut().zip(&self.images[square]) {
                *image |= stone;
            }
        }
        let least = images.iter().fold(images[0], |least, &image| least.min(image));
        let mut best: Option<(B, usize)> = None;
        for s in (0..self.count()).filter(|&s| images[s] == least) {
            let image = self.map_set(s, second);
            if best.is_none_or(|(smallest, _)| image < smallest) {
                best = Some((image, s));
            }
        }
        let (image, s) = best.unwrap_or((second, 0));
        (least, image, s)
    }

    /// One square of each class of `squares` under the symmetries that leave
    /// both boards unchanged.
    pub(crate) fn distinct(&self, first: B, second: B, squares: B) -> B {
        let keeps =
            |&s: &usize| self.map_set(s, first) == first && self.map_set(s, second) == second;
        let keeping: Vec<usize> = (0..self.count()).filter(keeps).collect();
        let mut left = squares;
        let mut chosen = B::EMPTY;
        while !left.is_empty() {
            let square = left.first();
            chosen |= B::of(square);
            for &s in &keeping {
                left &= !B::of(self.map(s, square));
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{Cube, Cube2, Cube3, Cube4, Cube5};
    use super::*;
    use crate::random::Random;

    #[test]
    fn the_groups_have_the_known_orders() {
        assert_eq!(Cube2::geometry().symmetries().count(), 48);
        assert_eq!(Cube3::geometry().symmetries().count(), 48);
        assert_eq!(Cube4::geometry().symmetries().count(), 192);
        assert_eq!(Cube5::geometry().symmetries().count(), 192);
    }

    #[test]
    fn all_images_of_a_position_have_one_canonical_form() {
        let symmetries = Cube4::geometry().symmetries();
        let mut random = Random::new(1);
        for _ in 0..200 {
            let [x, o] = [0; 2].map(|_: u64| random.next_u64() & random.next_u64());
            let (x, o) = (x & !o, o & !x);
            let (cx, co, s) = symmetries.canonical(x, o);
            assert_eq!((symmetries.map_set(s, x), symmetries.map_set(s, o)), (cx, co));
            for s in 0..192 {
                let (x, o) = (symmetries.map_set(s, x), symmetries.map_set(s, o));
                let (x, o, _) = symmetries.canonical(x, o);
                assert_eq!((x, o), (cx, co));
            }
        }
    }

    #[test]
    fn openings_fall_into_the_known_classes() {
        let geometry = Cube4::geometry();
        let symmetries = geometry.symmetries();
        let first = symmetries.distinct(0, 0, geometry.all());
        assert_eq!(first.len(), 2);
        for square in first.members() {
            let stone = 1 << square;
            let replies = symmetries.distinct(stone, 0, geometry.all() & !stone);
            let rich = (replies & geometry.rich()).len();
            let expected = if geometry.rich().has(square) { (12, 5) } else { (23, 7) };
            assert_eq!((replies.len(), rich), expected);
        }
    }
}
