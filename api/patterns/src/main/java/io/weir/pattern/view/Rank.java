package io.weir.pattern.view;

import io.weir.api.edm.EdmValue;
import io.weir.api.entity.EntityKey;
import io.weir.pattern.key.CompoundKey;
import io.weir.pattern.key.CompoundKeyReader;
import java.util.Optional;

/**
 * The place of a contribution in one of the sorted lists of a view's row. The first of a list
 * decides.
 *
 * @param list the name of the list; {@link #MEMBERS} for the list of all contributions
 * @param order sorts before the key of the entity
 * @param source the key of the entity
 * @param value the value by which the list is sorted; empty for the list of all contributions
 */
record Rank(String list, String order, EntityKey source, Optional<EdmValue> value) {

  /**
   * The list of all contributions, sorted by the keys of their entities. No aggregate has this
   * name.
   */
  static final String MEMBERS = "~";

  static Rank member(EntityKey source) {
    return new Rank(MEMBERS, "", source, Optional.empty());
  }

  /** Returns the RowKey of the rank. RowKeys of a list sort as its ranks do. */
  String rowKey() {
    return CompoundKey.of(list)
        .then(order)
        .then(source.partitionKey())
        .then(source.rowKey())
        .text();
  }

  /** Returns the entity of a rank. */
  static EntityKey sourceOf(String rowKey) {
    var parts = CompoundKeyReader.of(rowKey);
    parts.text();
    parts.text();
    return new EntityKey(parts.text(), parts.text());
  }
}
