package io.weir.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.entity.EntityKey;
import io.weir.server.request.TestHeads;
import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/**
 * Every continuation token is either accepted or rejected.
 *
 * <p>Also draws random bytes with a correct checksum, because the checksum rejects nearly every
 * mutated token.
 */
class ContinuationFuzzTest {

  private static final Grammar TOKENS = new Grammar() {
    @Override
    public String draw(Draw draw) {
      var text = draw.oneIn(2) ? token(draw) : checkedBytes(draw);
      var half = draw.oneIn(5) ? draw.below(text.length() + 1) : text.length() / 2;
      return "NextPartitionKey=" + wrapped(text.substring(0, half)) + "&NextRowKey="
          + wrapped(text.substring(half));
    }

    @Override
    public List<String> words() {
      return List.of(
          "1!",
          "!",
          "-",
          "_",
          "=",
          "&",
          "NextRowKey=",
          "NextPartitionKey=",
          "%21",
          "0",
          "99999999999");
    }
  };

  private static String wrapped(String text) {
    return "1!" + text.length() + "!" + text;
  }

  private static String token(Draw draw) {
    var key = new EntityKey(draw.of("", "p", "é😀"), draw.of("", "r", "a b"));
    var direction = draw.of(Direction.values());
    return (draw.oneIn(2) ? Continuation.at(key, direction) : Continuation.after(key, direction))
        .encode();
  }

  private static String checkedBytes(Draw draw) {
    var bytes = ByteBuffer.allocate(draw.below(12) + 4);
    while (bytes.remaining() > 4) {
      bytes.put((byte) (int) draw.of(0, 1, 1, 2, 3, (int) 'p', (int) 'r', draw.below(256)));
    }
    var check = new CRC32C();
    check.update(bytes.array(), 0, bytes.position());
    bytes.putInt((int) check.getValue());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  @Test
  void everyTokenIsAcceptedOrRejected() {
    var outcome = Fuzz.of("continuation").run(TOKENS, query -> {
      var options = TestHeads.of("GET", "/devstoreaccount1/Birds()?" + query).options();
      ContinuationToken.ofEntities(options);
    });

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 50);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }
}
