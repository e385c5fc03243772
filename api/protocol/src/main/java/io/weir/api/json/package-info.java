/**
 * The protocol's JSON form of entities, for both ends of the wire. Text and values are converted
 * directly between JSON and an entity's encoded bytes.
 *
 * <p>Only this package uses the JSON library. Entities use its streaming parser and generator
 * alone: {@link io.weir.api.json.EntityReader} fills an {@link io.weir.api.entity.EntityBuilder},
 * and {@link io.weir.api.json.PropertyFields} reads an entity's encoded bytes and copies its text
 * unchanged. Objects of administration, such as indexes and consumers, are records with a
 * {@link io.weir.api.json.JsonForm}, which maps them.
 *
 * <p>Threads: any. Readers and writers keep no state between calls.
 *
 * <p>Failures: {@code InvalidInput} with the offset of the first byte that is not JSON, or with the
 * name of a property whose value does not have its type. A value that exceeds a limit of entities
 * fails as {@link io.weir.api.entity.EntityBuilder} reports it.
 */
@NullMarked
package io.weir.api.json;

import org.jspecify.annotations.NullMarked;
