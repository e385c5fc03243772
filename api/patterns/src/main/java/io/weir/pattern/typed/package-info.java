/**
 * Entities as values of Java types: records, beans, families of them.
 *
 * <p>{@link io.weir.pattern.typed.EntityType} maps a type. {@link io.weir.pattern.typed.TypedTable}
 * reads and writes a table of the type, over any {@link io.weir.api.TableService}.
 * {@link io.weir.pattern.typed.Projection} reads some properties as a smaller type,
 * {@link io.weir.pattern.typed.Subtype} one branch of a family. Jackson maps the types, so its
 * annotations work as usual; this package adds what entities have and JSON lacks:
 *
 * <pre>
 * Java                                             in the entity
 * int, short, byte                                 Edm.Int32
 * long                                             Edm.Int64
 * double, float                                    Edm.Double
 * boolean                                          Edm.Boolean
 * UUID                                             Edm.Guid
 * Instant, OffsetDateTime (in UTC), EdmDateTime    Edm.DateTime, 100 ns
 * byte[]                                           Edm.Binary
 * String, enum, types that Jackson writes as text  Edm.String
 * {@literal Optional<X>}, null                                as X; absent when empty
 * {@literal @}JsonText on anything                         Edm.String of JSON
 * anything else                                    refused when the type is mapped
 * </pre>
 *
 * <p>A type may declare when its entities expire, by {@link io.weir.pattern.typed.ExpiresAfter} or
 * {@link io.weir.pattern.typed.ExpiresAt}.
 *
 * <p>A type may declare indexes of its table, by {@link io.weir.pattern.typed.Index}.
 * {@link io.weir.pattern.typed.TypedQuery} orders values by the names of Java properties.
 *
 * <p>Invariants: a written value is read back equal, times to 100 ns. A merge never changes
 * properties that the type lacks.
 *
 * <p>Threads: any; all is immutable. Only this package of the client uses Jackson. Failures:
 * {@link io.weir.pattern.typed.MappingException} for values and entities,
 * {@link java.lang.IllegalArgumentException} for types.
 */
@NullMarked
package io.weir.pattern.typed;

import org.jspecify.annotations.NullMarked;
