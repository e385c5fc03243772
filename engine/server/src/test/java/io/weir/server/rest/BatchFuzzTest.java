package io.weir.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.weir.api.json.EntityReader;
import io.weir.server.request.MediaType;
import io.weir.server.request.Resource;
import io.weir.server.request.Sender;
import io.weir.server.request.TableRequest;
import io.weir.server.request.TestHeads;
import io.weir.testkit.Draw;
import io.weir.testkit.Fuzz;
import io.weir.testkit.Grammar;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every batch body is either parsed, including the entities of its operations, or rejected. */
class BatchFuzzTest {

  private static final int MAX_OPERATIONS = 100;

  /** The first line is the media type. */
  private static final Grammar BATCHES = new Grammar() {
    @Override
    public String draw(Draw draw) {
      var end = draw.of("\r\n", "\r\n", "\n");
      var quoted = draw.of("", "\"");
      var changeSet = draw.times(1 + draw.below(3), "", () -> "--c" + end + operation(draw, end));
      return "multipart/mixed; boundary=" + quoted + "b" + quoted + "\n" + draw.of("", end) + "--b"
          + end
          + "Content-Type: multipart/mixed; boundary=c" + end + end + changeSet + "--c--" + end
          + draw.of("--b--", "--b")
          + draw.of("", end);
    }

    @Override
    public List<String> words() {
      return List.of(
          "\r\n",
          "\n",
          "\r",
          "--",
          "--b",
          "--c",
          "--b--",
          "--c--",
          ": ",
          "Content-Length: 99999999999",
          "boundary=",
          "boundary=\"",
          ";",
          "HTTP/1.1",
          " ",
          "\t",
          "\u0000",
          "\u00ff",
          "X-HTTP-Method: MERGE\r\n",
          "Host: h\r\n");
    }
  };

  private static String operation(Draw draw, String end) {
    var target = draw.of("http://127.0.0.1:10002/devstoreaccount1", "/devstoreaccount1", "")
        + draw.of("/Birds", "/Birds(PartitionKey='p',RowKey='" + draw.below(9) + "')");
    var body = draw.of("{\"PartitionKey\":\"p\",\"RowKey\":\"1\",\"A\":1}", "{}", "");
    return draw.of(
            "Content-Type: application/http", "content-type:application/http; msgtype=request")
        + end
        + draw.of("", "Content-Transfer-Encoding: binary" + end, "Content-ID: 1" + end) + end
        + draw.of("POST ", "PUT ", "MERGE ", "DELETE ") + target + " HTTP/1.1" + end
        + draw.of("", "Content-Type: application/json" + end, "If-Match: *" + end)
        + draw.of("", "Content-Length: " + body.length() + end) + end + draw.of("", end) + body
        + end;
  }

  @Test
  void everyBodyIsParsedOrRejected() {
    var outcome = Fuzz.of("batch").run(BATCHES, BatchFuzzTest::read);

    assertThat(outcome.taken()).isGreaterThan(outcome.refused() / 20);
    assertThat(outcome.refused()).isGreaterThan(outcome.taken() / 10);
  }

  /** Reads a media type and, after a line end, the body of a batch; one character for each byte. */
  static void read(String characters) {
    var line = characters.indexOf('\n') + 1;
    var type = MediaType.parse(characters.substring(0, Math.max(0, line - 1)));
    var body = Unpooled.wrappedBuffer(Grammar.bytes(characters.substring(line)));
    for (var part : MultipartReader.read(type, body, 2)) {
      MultipartReader.read(part.contentType(), part.content(), MAX_OPERATIONS)
          .forEach(operation -> read(EmbeddedRequest.read(operation, new HeaderReader())));
    }
  }

  private static void read(EmbeddedRequest message) {
    var request = outer().within(message.method(), message.target(), message.headers());
    if (request.resource() instanceof Resource.EntityAt entity) {
      EntityReader.read(message.body(), entity.key());
    } else {
      EntityReader.read(message.body());
    }
  }

  private static TableRequest outer() {
    return new TableRequest(
        TestHeads.of("POST", "/devstoreaccount1/$batch", "Host", "h"),
        new Resource.AccountAction("batch"),
        new Sender(InetAddress.getLoopbackAddress(), false));
  }
}
