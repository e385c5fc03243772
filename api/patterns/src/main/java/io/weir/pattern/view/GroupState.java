package io.weir.pattern.view;

import io.weir.api.edm.EdmValue;
import java.util.Map;
import java.util.Optional;

/**
 * The aggregates of one row of a view: how many entities contribute, their sums, and the first
 * entry of each list.
 *
 * @param members the number of contributions
 * @param sums by aggregate
 * @param firsts by list; absent for an empty list
 */
record GroupState(long members, Map<String, ExactSum> sums, Map<String, First> firsts) {

  static final GroupState EMPTY = new GroupState(0, Map.of(), Map.of());

  GroupState {
    sums = Map.copyOf(sums);
    firsts = Map.copyOf(firsts);
  }

  /**
   * The first rank of a list.
   *
   * @param rowKey see {@link Rank#rowKey}
   * @param value see {@link Rank#value}
   */
  record First(String rowKey, Optional<EdmValue> value) {

    static First of(Rank rank) {
      return new First(rank.rowKey(), rank.value());
    }
  }

  GroupState withFirsts(Map<String, First> others) {
    return new GroupState(members, sums, others);
  }

  boolean isEmpty() {
    return members <= 0;
  }
}
