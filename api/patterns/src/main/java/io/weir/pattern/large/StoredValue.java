package io.weir.pattern.large;

import java.util.Optional;

/**
 * A value that was stored, and the one that it replaced.
 *
 * @param replaced no head names it any more; {@link LargeValues#remove} removes its chunks
 */
public record StoredValue(LargeValue value, Optional<LargeValue> replaced) {}
