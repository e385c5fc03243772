/**
 * The protocol's JSON of entities, as both ends read and write it, without a value of its own in between.
 *
 * <p>The only home of the JSON library in the contract, for which it is optional: who speaks the contract without a wire takes on
 * nothing. Just the library's streaming parser and generator are used. {@link io.weir.api.json.EntityReader} feeds an {@link
 * io.weir.api.entity.EntityBuilder}; {@link io.weir.api.json.PropertyFields} walks an entity's encoded bytes and copies its text as it
 * stands.
 *
 * <p>Threads: any; readers and writers keep no state between calls.
 *
 * <p>Failures: {@code InvalidInput} with the offset at which a body stops being JSON, or with the name of the property that is
 * not of its type; and every limit of an entity, as the builder reports it.
 */
@NullMarked
package io.weir.api.json;

import org.jspecify.annotations.NullMarked;
