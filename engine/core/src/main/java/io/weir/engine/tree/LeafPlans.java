package io.weir.engine.tree;

import io.weir.engine.page.LeafPlan;

/**
 * The reusable plans of a writer: the current one, the held one, and the one being divided.
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

  /** Holds the current plan; the plan held before is overwritten next. */
  void swap() {
    LeafPlan plan = filling;
    filling = held;
    held = plan;
  }

  /** Returns the current plan, valid until the next call, and makes another plan current. */
  LeafPlan takeFilling() {
    LeafPlan plan = filling;
    filling = taken;
    taken = plan;
    return plan;
  }
}
