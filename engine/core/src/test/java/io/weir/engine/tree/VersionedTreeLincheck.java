package io.weir.engine.tree;

import io.weir.engine.page.PoisonPageStore;
import io.weir.testkit.Interleavings;
import java.nio.ByteBuffer;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/**
 * A tree of one entry is a register. Freed pages are poisoned, so a reader that comes too late
 * reads another value.
 */
public final class VersionedTreeLincheck {

  private static final String WRITER = "writer";
  private static final byte[] KEY = {1};

  private final PoisonPageStore pages = new PoisonPageStore(512);
  private final VersionedTree tree = new VersionedTree(pages, new TreeShape(512, 4), () -> true);

  public VersionedTreeLincheck() {
    write(0);
  }

  /** Lincheck 3.7 cannot explore reads of memory outside the heap step by step. */
  @Test
  void freeThreadsEqualAnOrderOfTheCalls() {
    Interleavings.race(VersionedTreeLincheck.class, Register.class);
  }

  @Operation
  public int read() {
    try (var pin = tree.pin()) {
      return ByteBuffer.wrap(pin.tree().find(KEY)).getInt();
    }
  }

  @Operation(nonParallelGroup = WRITER)
  public void write(@Param(gen = IntGen.class, conf = "1:9") int value) {
    var group = new WriteGroup();
    group.put(KEY, ByteBuffer.allocate(4).putInt(0, value).array());
    tree.publish(tree.commit(group));
    tree.reclaim(Integer.MAX_VALUE);
  }

  @Validate
  public void allPagesButTheLastOnesAreFreed() {
    tree.reclaim(Integer.MAX_VALUE);
    var left = pages.stats().pages();
    pages.close();
    if (left != 1) {
      throw new IllegalStateException("pages in use=" + left);
    }
  }

  /** One value. */
  public static final class Register {

    private int value;

    public int read() {
      return value;
    }

    public void write(int written) {
      value = written;
    }
  }
}
