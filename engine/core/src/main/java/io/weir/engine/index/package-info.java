/**
 * Entries of secondary indexes: their keys in the clustered index, and how they follow from an entity. Pure functions over bytes.
 *
 * <p>The entries of an index lie in the trees of the entities' shards, under an id of their own:
 *
 * <pre>
 * offset  bytes  meaning
 * 0       4      index id, big-endian; the highest bit is set, which no table id has
 * 4       v      the encoded values, one after another; see {@link io.weir.engine.index.ValueCode}
 * 4+v     k      PartitionKey, 0x00, RowKey of the entity
 * 4+v+k   1      0x00
 * 5+v+k   1      the partition group of the entity
 * </pre>
 *
 * <p>The value of an entry is empty. Unsigned byte order is the order of (values, PartitionKey, RowKey). The last byte of each key under an
 * index id is the partition group, so a key alone tells its shard, also when the index is not known yet.
 *
 * <p>A key whose first byte after the id is 0x00 is a marker of the index in one shard, such as the progress of its backfill. No value begins
 * with 0x00, in either direction.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>The entries are a superset: each entity that the index covers has its entry. An entry may outlive its entity, because a range of
 *       entities is removed at once and its entries are swept later.
 *   <li>A reader checks each entry against the entity in the same version of the tree.
 *   <li>The log holds the changes of entries beside those of the entity. Replay does not compute them.
 * </ul>
 *
 * <p>Threads: pure functions run on any thread; an {@link io.weir.engine.index.EntryEncoder} belongs to one thread at a time. Failures: none.
 */
@NullMarked
package io.weir.engine.index;

import org.jspecify.annotations.NullMarked;
