package io.weir.engine.index;

import org.jspecify.annotations.Nullable;

/**
 * What a change of an entity means for its claim in one unique index.
 *
 * @param given the claim of the form before; null when the index did not cover it
 * @param taken the claim of the form after, which is another one; null when the index does not
 *     cover it
 */
public record ClaimMove(@Nullable Claim given, @Nullable Claim taken) {}
