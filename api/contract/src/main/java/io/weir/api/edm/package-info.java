/**
 * The eight property types of the Azure Table service and their values.
 *
 * <p>{@link io.weir.api.edm.EdmValue} is a closed family of small immutable values, one for each
 * {@link io.weir.api.edm.EdmType}. Users set and read them. On the hot path values stay in their
 * encoded form.
 *
 * <p>Threads: any. Failures: {@link io.weir.api.error.InvalidRequestException} for a value outside
 * the range of its type.
 */
@NullMarked
package io.weir.api.edm;

import org.jspecify.annotations.NullMarked;
