//! Converts one generic type to another if both are equal: code for all games can treat chess specially.

use std::any::Any;

/// Returns the value as the other type, if that is its type.
pub fn recast<A: 'static, B: 'static>(value: A) -> Option<B> {
    let mut value = Some(value);
    let same: &mut dyn Any = &mut value;
    same.downcast_mut::<Option<B>>()?.take()
}

/// Returns the reference as one to the other type, if that is its type.
pub fn recast_ref<A: 'static, B: 'static>(value: &A) -> Option<&B> {
    let same: &dyn Any = value;
    same.downcast_ref()
}
