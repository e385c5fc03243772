/**
 * What gateways and region servers agree on: the rows and columns of a store, and their messages.
 * Pure; any thread. Loaded by both sides, therefore without Reactor and HBase.
 *
 * <pre>
 * table NAMESPACE:entities
 * row                            family  qualifier    version      value
 * table id, PartitionKey, 00,    e       (empty)      Timestamp    stored form: {@link io.weir.api.entity.Entity#storedForm}
 *   RowKey
 * the row of a request's first   r       request id   server's ms  answer: {@link io.weir.hbase.protocol.WriteAnswer.Done}
 *   write
 * the row of a change            r       't', token   server's ms  Timestamp, fingerprint and id of the request that was carried
 *                                                                  out, 32 bytes big-endian
 * table id, PartitionKey         r       request id   server's ms  the same, of a request that removed ranges of this partition
 * table id, or the first row     r       table id, 8  server's ms  empty: the table is dropped, and the region takes no writes to it
 *   of the region after it               bytes
 * </pre>
 *
 * <p>{@code e} keeps one version of each cell. {@code r} expires: an entry outlives every attempt
 * to send its request again, and the token of a change.
 *
 * <p>A message is immutable and has a binary form: numbers are big-endian, and a text or a sequence
 * of bytes follows its length of four bytes. {@link io.weir.hbase.protocol.EntityService} names the
 * calls. A form changes only together with the name of the service, because gateways and region
 * servers are not replaced at one moment. deliberate: {@link io.weir.hbase.protocol.ChangeInPlace}
 * did not change it. An older region server refuses its tag, and no older gateway sends it.
 */
@NullMarked
package io.weir.hbase.protocol;

import org.jspecify.annotations.NullMarked;
