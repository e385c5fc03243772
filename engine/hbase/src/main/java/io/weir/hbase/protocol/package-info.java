/**
 * What gateways and region servers agree on: the rows and columns of a store, and their messages.
 * Pure; any thread. Loaded by both sides, therefore without Reactor and HBase.
 *
 * <pre>
 * table NAMESPACE:entities
 * row                            family  qualifier    version      value
 * table id, PartitionKey, 00,    e       (empty)      Timestamp    stored form: {@link io.weir.api.entity.Entity#storedForm}
 *   RowKey
 * the row of a request's first   r       request id   server's ms  Timestamp that the request was given, 8 bytes big-endian
 *   write
 * table id, PartitionKey         r       request id   server's ms  the same, of a request that removed ranges of this partition
 * table id, or the first row     r       table id, 8  server's ms  empty: the table is dropped, and the region takes no writes to it
 *   of the region after it               bytes
 * </pre>
 *
 * <p>{@code e} keeps one version of each cell. {@code r} expires: an entry outlives every attempt
 * to send its request again.
 *
 * <p>A message is immutable and has a binary form: numbers are big-endian, and a text or a sequence
 * of bytes follows its length of four bytes. {@link io.weir.hbase.protocol.EntityService} names the
 * calls. A form changes only together with the name of the service, because gateways and region
 * servers are not replaced at one moment.
 */
@NullMarked
package io.weir.hbase.protocol;

import org.jspecify.annotations.NullMarked;
