//! Storage of the values of keys in fields of a structure.

use std::path::PathBuf;
use std::time::Duration;

use crate::config::document::values::Setting;

/// A field that stores the value of a key, or an option of one.
pub(crate) trait Field<V> {
    fn value(&self) -> Option<V>;
    fn keep(&mut self, value: V);
}

macro_rules! whole_fields {
    ($($type:ty)+) => {
        $(impl Field<u64> for $type {
            fn value(&self) -> Option<u64> {
                u64::try_from(*self).ok()
            }

            fn keep(&mut self, value: u64) {
                // The range of the key lies within that of the type.
                *self = <$type>::try_from(value).unwrap_or(*self);
            }
        })+
    };
}

whole_fields!(i32 u32 u64 usize);

macro_rules! plain_fields {
    ($($type:ty)+) => {
        $(impl Field<$type> for $type {
            fn value(&self) -> Option<$type> {
                Some(self.clone())
            }

            fn keep(&mut self, value: $type) {
                *self = value;
            }
        })+
    };
}

plain_fields!(bool f64 Duration PathBuf String Vec<String> Vec<Setting>);

impl<V, F: Field<V> + Default> Field<V> for Option<F> {
    fn value(&self) -> Option<V> {
        self.as_ref().and_then(Field::value)
    }

    fn keep(&mut self, value: V) {
        self.get_or_insert_default().keep(value);
    }
}

/// Returns the slot of a field.
macro_rules! slot {
    ($($field:ident).+) => {
        $crate::config::key::kind::Slot {
            get: |of| $crate::config::key::field::Field::value(&of.$($field).+),
            set: |of, value| $crate::config::key::field::Field::keep(&mut of.$($field).+, value),
        }
    };
}

/// Returns the kind of a whole number within a range, stored in a field.
macro_rules! whole {
    ($least:expr, $most:expr, $($field:ident).+) => {
        $crate::config::key::kind::Kind::Whole { least: $least, most: $most, slot: slot!($($field).+) }
    };
}

/// Returns the kind of a number within a range, stored in a field.
macro_rules! number {
    ($least:expr, $most:expr, $($field:ident).+) => {
        $crate::config::key::kind::Kind::Number { least: $least, most: $most, slot: slot!($($field).+) }
    };
}

/// Returns the kind of one name from a table of names, stored in a field.
macro_rules! choice {
    ($names:expr, $($field:ident).+) => {
        $crate::config::key::kind::Kind::Choice {
            words: || $names.iter().map(|(name, _)| *name).collect(),
            slot: $crate::config::key::kind::Slot {
                get: |of| Some(noughts_client::names::name_of($names, &of.$($field).+)),
                set: |of, word| {
                    if let Some(choice) = noughts_client::names::value_of($names, word) {
                        of.$($field).+ = choice;
                    }
                },
            },
        }
    };
}

pub(crate) use {choice, number, slot, whole};
