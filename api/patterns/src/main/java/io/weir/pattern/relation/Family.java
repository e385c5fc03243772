package io.weir.pattern.relation;

import java.util.List;

/**
 * A parent with its children.
 *
 * @param children in the order of their keys when they were read
 */
public record Family<P, C>(P parent, List<C> children) {

  public Family {
    children = List.copyOf(children);
  }

  /** Returns this family with another parent, whose key is the same. */
  public Family<P, C> withParent(P other) {
    return new Family<>(other, children);
  }

  /** Returns this family with other children. */
  public Family<P, C> withChildren(List<C> others) {
    return new Family<>(parent, others);
  }
}
