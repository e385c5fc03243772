package io.weir.engine.tree.node;

import io.weir.engine.page.LeafPlan;
import java.util.Arrays;

/**
 * Computes the shortest key that separates two neighbours (suffix truncation; Bayer and Unterauer,
 * "Prefix B-Trees", 1977).
 *
 * <p>Any thread; pure.
 */
public final class Separator {

  private Separator() {}

  /**
   * Returns the shortest key that is above the entry before a position of a plan and not above the
   * entry at it.
   */
  public static byte[] between(LeafPlan plan, int position) {
    return between(plan.key(position - 1), plan.key(position));
  }

  /** Returns the shortest key that is above one key and not above a greater one. */
  public static byte[] between(byte[] left, byte[] right) {
    return Arrays.copyOf(right, Arrays.mismatch(left, right) + 1);
  }
}
