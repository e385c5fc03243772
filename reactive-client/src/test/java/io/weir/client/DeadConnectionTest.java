package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.error.ServiceFailedException;
import io.weir.api.wire.Frame;
import io.weir.api.write.Write;
import io.weir.client.options.UnknownWrites;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;

/** A peer that neither answers nor closes costs one connection, and no later request. */
final class DeadConnectionTest {

  private static final TableName TABLE = new TableName("People");
  private static final Entity ENTITY = Entity.builder("p", "r").build();
  private static final Frame ROW = new Frame.Item(new StreamItem.Row(ENTITY));
  private static final Duration SILENCE = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final ScriptedServer server = new ScriptedServer();
  private final WeirClient client = server
      .client()
      .connections(1)
      .silenceTimeout(SILENCE)
      .unknownWrites(UnknownWrites.FAIL)
      .connect();

  @AfterEach
  void close() {
    client.closeLater().block(PATIENCE);
    server.close();
  }

  @Test
  void aReadIsRepeatedOnAnotherConnection() {
    server.thenFrames(ROW).thenGoDead().thenFrames(ROW).thenFrames(ROW);

    answersARead();
    answersARead();

    assertThat(server.connections()).hasSizeGreaterThan(1);
  }

  @Test
  void aWriteHasAnUnknownOutcomeAndTheNextRequestSucceeds() {
    server.thenFrames(ROW).thenGoDead().thenFrames(ROW).thenFrames(ROW);
    answersARead();

    client
        .write(TABLE, new Write.Insert(ENTITY))
        .as(StepVerifier::create)
        .expectErrorSatisfies(failure -> assertThat(failure)
            .isInstanceOf(ServiceFailedException.class)
            .hasMessageContaining("outcome=unknown"))
        .verify(PATIENCE);

    answersARead();
  }

  private void answersARead() {
    client
        .get(TABLE, ENTITY.key())
        .as(StepVerifier::create)
        .expectNext(ENTITY)
        .expectComplete()
        .verify(PATIENCE);
  }
}
