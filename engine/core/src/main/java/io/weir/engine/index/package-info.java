/**
 * Entries of the clustered index: their keys, the partition groups that own them, how index entries
 * follow from an entity, and which entities have expired. Pure functions over bytes.
 *
 * <p><b>Entities.</b> {@link io.weir.engine.index.TreeKeys} defines the layout of their keys,
 * {@link io.weir.engine.index.StoredEntity} makes entities of entries.
 * {@link io.weir.engine.index.PartitionGroups} maps partitions to groups.
 *
 * <p><b>Secondary indexes.</b> The entries of an index lie in the trees of the entities' shards,
 * under an id of their own:
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
 * <p>The value of an entry is empty. Unsigned byte order is the order of (values, PartitionKey,
 * RowKey). The last byte of each key under an index id is the partition group, so a key alone tells
 * its shard, also when the index is not known yet.
 *
 * <p>A key whose first byte after the id is 0x00 is a marker of the index in one shard, such as the
 * progress of its backfill, or a claim. No value begins with 0x00, in either direction. The byte
 * after it is the kind: 1 progress of the backfill, 2 a sweep of entries is due, 3 claim, 4
 * progress of the backfill of claims, 5 a sweep of claims is due.
 *
 * <p>A unique index has a claim for each entity that it covers:
 *
 * <pre>
 * offset  bytes  meaning
 * 0       4      index id, as above
 * 4       2      0x00, 0x03
 * 6       32     SHA-256 of the encoded values, which are whole here: a long text is not cut
 * 38      1      0x00
 * 39      1      the partition group that the first four bytes of the hash decide
 * </pre>
 *
 * <p>The value of a claim is the encoded key of the entity that holds it. Equal values have one
 * claim, in one shard, wherever their entities are.
 *
 * <p><b>Tokens.</b> A shard remembers the tokens of changes in place under the index id of the
 * number 0, in markers of the kinds 6 to 9: see {@link io.weir.engine.index.TokenKeys},
 * {@link io.weir.engine.index.TokenMemory} and {@link io.weir.engine.index.TokenGeneration}.
 *
 * <p><b>Expiry.</b> {@link io.weir.engine.index.Expiration} is a table's rule, compiled:
 * {@link io.weir.engine.index.Expirations} finds it by table id, and finds null for a table without
 * a rule. Every reader and every evaluation makes an {@link io.weir.engine.index.ExpiryCheck} of
 * the rule and the present, and hides the entities that the check finds expired. The present is the
 * clock's time, not a Timestamp: Timestamps run ahead of a clock that was set back.
 * {@link io.weir.engine.walk} removes expired entities in the background. Replay needs neither rule
 * nor clock, because log records contain the outcome of each command.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>The entries are a superset: each entity that the index covers has its entry. An entry may
 *       outlive its entity, because a range of entities is removed at once and its entries are
 *       swept later.
 *   <li>A reader checks each entry against the entity in the same version of the tree.
 *   <li>The claims are a superset, too: once a unique index is readable, each entity that it covers
 *       holds its claim. A claim may outlive its entity, and is checked against it.
 *   <li>The log holds the changes of entries beside those of the entity. Replay does not compute
 *       them.
 * </ul>
 *
 * <p>Threads: pure functions run on any thread; an {@link io.weir.engine.index.EntryEncoder}, a
 * {@link io.weir.engine.index.ClaimEncoder} and an {@link io.weir.engine.index.ExpiryCheck} belong
 * to one thread at a time. Failures: none.
 */
@NullMarked
package io.weir.engine.index;

import org.jspecify.annotations.NullMarked;
