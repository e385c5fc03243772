package io.weir.engine.model;

import io.weir.testkit.Effort;
import io.weir.testkit.TestFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;

/**
 * Random operations on a store, with restarts, crashes and snapshots between them. The store
 * answers as the model does, its trees satisfy their invariants, and no page is lost.
 */
class EngineProperties {

  private static final boolean TORTURE = Effort.isAtLeast(Effort.TORTURE);
  private static final int STEPS = TORTURE ? 600 : 100;
  private static final int VERIFY_EVERY = TORTURE ? 5 : 15;

  @Property(tries = 3, shrinking = ShrinkingMode.OFF)
  void theEngineAnswersAsTheModelDoes(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int shards) throws IOException {
    var folder = TestFolders.create("weir-model");
    try (var twin = Twin.open(folder.resolve("store"), shards)) {
      var use = new RandomUse(twin, new Random(seed));
      use.createTables();
      for (var step = 1; step <= STEPS; step++) {
        use.step();
        if (step % VERIFY_EVERY == 0) {
          twin.verifyTrees();
        }
      }
      use.compareAll();
      twin.crash();
      use.compareAll();
      twin.verifyTrees();
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
