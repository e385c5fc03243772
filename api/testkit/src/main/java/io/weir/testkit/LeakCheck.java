package io.weir.testkit;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails a test class during which a buffer was lost. Fails the run for losses that are found only
 * at its end.
 *
 * <p>JUnit finds the extension as a service. It checks after {@code @AfterAll}, when the class has
 * closed its resources. A nested class is checked with its outer class. A thorough run looks for
 * every lost buffer after each class, a quick one after a class of which buffers are held.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {

  private static final Namespace NAMESPACE = Namespace.create(LeakCheck.class);

  @Override
  public void beforeAll(ExtensionContext context) {
    context.getRoot().getStore(NAMESPACE).computeIfAbsent("end of run", key ->
        (AutoCloseable) () -> expectNone(LostBuffers.settle()));
  }

  @Override
  public void afterAll(ExtensionContext context) throws InterruptedException {
    if (context.getParent().equals(Optional.of(context.getRoot()))) {
      expectNone(
          Effort.isAtLeast(Effort.THOROUGH) ? LostBuffers.settleAll() : LostBuffers.settle());
    }
  }

  private static void expectNone(List<String> lost) {
    if (!lost.isEmpty()) {
      throw new AssertionError(
          "buffers were lost count=" + lost.size() + "\n" + String.join("\n", lost));
    }
  }
}
