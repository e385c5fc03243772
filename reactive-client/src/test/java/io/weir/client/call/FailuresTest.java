package io.weir.client.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.PrematureChannelClosureException;
import org.junit.jupiter.api.Test;

final class FailuresTest {

  @Test
  void aConnectionThatEndsWithinTheHeadOfAnAnswerIsALostOne() {
    var cut = new PrematureChannelClosureException("Connection closed before received headers");

    assertThat(Failures.isTransient(cut)).isTrue();
    assertThat(Failures.isOutcomeUnknown(cut)).isTrue();
    assertThat(Failures.isKnownUndone(cut)).isFalse();
  }
}
