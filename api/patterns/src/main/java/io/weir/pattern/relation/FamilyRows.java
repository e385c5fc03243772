package io.weir.pattern.relation;

import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of a family and the batches that write them. The parent is the first write of each, and
 * decides between writers.
 *
 * @param version of the parent when it was read; empty for a new family
 * @param children by RowKey
 */
record FamilyRows(Optional<ETag> version, Entity parent, Map<String, Entity> children) {

  /** Returns the rows of a partition. Empty without a parent. */
  static Optional<FamilyRows> of(List<Entity> rows, String parentRow) {
    var children = new LinkedHashMap<String, Entity>();
    rows.forEach(row -> children.put(row.rowKey(), row));
    return Optional.ofNullable(children.remove(parentRow))
        .map(parent -> new FamilyRows(parent.etag(), parent, children));
  }

  /**
   * Returns the rows to write. Fails with {@code InvalidInput} if a child has the RowKey of the
   * parent.
   */
  static FamilyRows of(Optional<ETag> version, Entity parent, List<Entity> all) {
    var children = new LinkedHashMap<String, Entity>();
    for (var child : all) {
      if (child.rowKey().equals(parent.rowKey())) {
        throw refused("childRow=" + child.rowKey() + " isThatOf=parent");
      }
      if (children.put(child.rowKey(), child) != null) {
        throw refused("childRow=" + child.rowKey() + " isThatOf=anotherChild");
      }
    }
    return new FamilyRows(version, parent, children);
  }

  Batch insertion() {
    var writes = new ArrayList<Write>();
    writes.add(new Write.Insert(parent));
    children.values().forEach(child -> writes.add(new Write.Insert(child)));
    return new Batch(writes);
  }

  /**
   * Returns the writes that make these rows of the stored children. Unchanged children are left
   * alone.
   */
  Batch replacement(Map<String, Entity> stored) {
    var writes = new ArrayList<Write>();
    writes.add(touched());
    stored.values().stream()
        .filter(child -> !children.containsKey(child.rowKey()))
        .forEach(child -> writes.add(new Write.Delete(child.key(), IfMatch.ANY)));
    children.values().stream()
        .filter(child -> Optional.ofNullable(stored.get(child.rowKey()))
            .filter(same -> same.toMap().equals(child.toMap()))
            .isEmpty())
        .forEach(child -> writes.add(new Write.Upsert(child, WriteMode.REPLACE)));
    return new Batch(writes);
  }

  /** Whether one batch removes the whole family. */
  boolean isRemovedAtOnce() {
    return children.size() < Batch.MAX_WRITES;
  }

  /**
   * Returns the removal of the family, or of as many of its children as a batch has room for beside
   * the parent.
   */
  Batch removal() {
    var writes = new ArrayList<Write>();
    writes.add(isRemovedAtOnce() ? new Write.Delete(parent.key(), ifMatch()) : touched());
    children.values().stream()
        .limit(Batch.MAX_WRITES - 1L)
        .forEach(child -> writes.add(new Write.Delete(child.key(), IfMatch.ANY)));
    return new Batch(writes);
  }

  Write touched() {
    return new Write.Update(parent, WriteMode.REPLACE, ifMatch());
  }

  private IfMatch ifMatch() {
    return IfMatch.version(version.orElseThrow());
  }

  static InvalidRequestException refused(String facts) {
    return new InvalidRequestException(ErrorCode.INVALID_INPUT, facts);
  }
}
