package io.weir.engine.tree;

import io.weir.engine.page.LeafPlan;

/**
 * The plans that a writer uses again and again: one is being filled, one is held back, one is being
 * taken apart.
 *
 * <p>Runs on: the writer's thread.
 */
final class LeafPlans {

  private LeafPlan filling = new LeafPlan();
  private LeafPlan held = new LeafPlan();
  private LeafPlan taken = new LeafPlan();

  LeafPlan filling() {
    return filling;
  }

  LeafPlan held() {
    return held;
  }

  /** Holds back what was filled; what was held is overwritten next. */
  void swap() {
    LeafPlan plan = filling;
    filling = held;
    held = plan;
  }

  /** Returns what was filled, valid until the next call; another plan is filled from now on. */
  LeafPlan takeFilling() {
    LeafPlan plan = filling;
    filling = taken;
    taken = plan;
    return plan;
  }
}
