package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

final class LeakCheckTest {

  @Test
  void aLostBufferIsReportedWithThePlaceThatTouchedItLast() throws InterruptedException {
    buffer().touch("here it was lost");

    assertThat(LostBuffers.settle()).singleElement().asString().contains("here it was lost");
  }

  @Test
  void aReleasedBufferIsNotReported() throws InterruptedException {
    buffer().release();

    assertThat(LostBuffers.settle()).isEmpty();
  }

  @Test
  void aClassThatLosesABufferFails() {
    var summary = run(LosesABuffer.class);

    assertThat(summary.getTestsSucceededCount()).isEqualTo(1);
    assertThat(summary.getFailures())
        .singleElement()
        .satisfies(failure ->
            assertThat(failure.getException()).hasMessageContaining("buffers were lost count=1"));
  }

  @Test
  void aClassThatReleasesItsBufferPasses() {
    assertThat(run(ReleasesABuffer.class).getFailures()).isEmpty();
  }

  private static ByteBuf buffer() {
    return PooledByteBufAllocator.DEFAULT.buffer(16);
  }

  private static TestExecutionSummary run(Class<?> tests) {
    var summary = new SummaryGeneratingListener();
    LauncherFactory.create()
        .execute(
            LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .build(),
            summary);
    return summary.getSummary();
  }

  static final class LosesABuffer {

    @Test
    void loses() {
      assertThat(buffer().writeInt(1).isReadable()).isTrue();
    }
  }

  static final class ReleasesABuffer {

    @Test
    void releases() {
      assertThat(buffer().release()).isTrue();
    }
  }
}
