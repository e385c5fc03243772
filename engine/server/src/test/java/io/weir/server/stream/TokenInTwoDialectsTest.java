package io.weir.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.PropertyOperation.Operator;
import io.weir.api.write.Write;
import io.weir.client.DialectChoice;
import io.weir.engine.EmbeddedLoops;
import io.weir.engine.Engine;
import io.weir.engine.store.Durability;
import io.weir.engine.store.StoreOptions;
import io.weir.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A change is sent in one dialect and repeated in the other, whose bodies have its operations in
 * another order.
 */
final class TokenInTwoDialectsTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final TableName TABLE = new TableName("Counters");
  private static final EntityKey KEY = new EntityKey("p", "n");

  @TempDir
  Path folder;

  @Test
  void theRepeatIsAnsweredAsTheFirst() throws Exception {
    try (var loops = EmbeddedLoops.start(1);
        var engine =
            Engine.open(StoreOptions.in(folder).withDurability(Durability.SYNC), loops.loops());
        var server = TestServer.over(engine.account(AccountName.DEVELOPMENT))) {
      var frames =
          Clients.options(server.port()).dialect(DialectChoice.STREAMING).connect();
      var rest = Clients.options(server.port()).dialect(DialectChoice.REST).connect();
      try {
        frames.createTable(TABLE).block(PATIENCE);
        frames
            .write(
                TABLE, new Write.Insert(Entity.builder("p", "n").set("Old", 1).build()))
            .block(PATIENCE);
        var change = Write.change(
                KEY,
                PropertyOperation.remove("Old"),
                PropertyOperation.of("N", Operator.ADD, new EdmInt32(1)),
                PropertyOperation.remove("Older"),
                PropertyOperation.of("A", Operator.MAX, new EdmInt32(2)))
            .answering(Write.Answer.AFTER);
        var once = change.withToken(UUID.randomUUID());
        var other = change.withToken(UUID.randomUUID());

        var first = frames.write(TABLE, once).block(PATIENCE);
        assertThat(rest.write(TABLE, once).block(PATIENCE)).isEqualTo(first);
        var second = rest.write(TABLE, other).block(PATIENCE);
        assertThat(frames.write(TABLE, other).block(PATIENCE)).isEqualTo(second);

        assertThat(frames.get(TABLE, KEY).block(PATIENCE).getInt32("N")).contains(2);
      } finally {
        Clients.close(frames);
        Clients.close(rest);
      }
    }
  }
}
