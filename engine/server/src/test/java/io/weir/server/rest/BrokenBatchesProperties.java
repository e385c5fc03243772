package io.weir.server.rest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.weir.api.error.TableServiceException;
import io.weir.server.request.MediaType;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Every body of a transaction is either parsed or rejected. */
final class BrokenBatchesProperties {

  private static final MediaType TYPE = MediaType.parse(BatchBody.TYPE);
  private static final String WHOLE = BatchBody.changeSet(
      "POST http://host/account/T HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{\"A\":1}",
      "DELETE /account/T(PartitionKey='p',RowKey='r') HTTP/1.1\r\nIf-Match: *\r\n\r\n");
  private static final List<String> PIECES = List.of(
      "--batch_A",
      "--batch_A--",
      "--changeset_B",
      "\r\n",
      "\n",
      "\r",
      "\r\n\r\n",
      ":",
      " ",
      "\u0000",
      "Content-Type: multipart/mixed; boundary=batch_A\r\n",
      "HTTP/1.1",
      "\u00ff",
      "--");

  /** Replaces {@code removed} characters at {@code at} with {@code put}. */
  record Edit(int at, int removed, String put) {}

  @Property(tries = 2_000)
  void brokenBodyIsParsedOrRejected(@ForAll("edits") List<Edit> edits) {
    var body = new StringBuilder(WHOLE);
    for (var edit : edits) {
      var at = edit.at % (body.length() + 1);
      body.replace(at, Math.min(body.length(), at + edit.removed), edit.put);
    }
    try {
      for (var part : parts(body.toString())) {
        assertThat(EmbeddedRequest.read(part, new HeaderReader()).method()).isNotEmpty();
      }
    } catch (TableServiceException refused) {
      assertThat(refused.code().status()).isBetween(400, 499);
    }
  }

  private static List<Part> parts(String body) {
    var content = Unpooled.copiedBuffer(body, ISO_8859_1);
    return MultipartReader.read(TYPE, content, 2).stream()
        .flatMap(part -> part.contentType().name().equals(MultipartReader.MULTIPART)
            ? MultipartReader.read(part.contentType(), part.content(), 101).stream()
            : List.of(new Part(new DefaultHttpHeaders(), part.content())).stream())
        .toList();
  }

  @Provide
  Arbitrary<List<Edit>> edits() {
    return Combinators.combine(
            Arbitraries.integers().between(0, WHOLE.length()),
            Arbitraries.integers().between(0, 40),
            Arbitraries.of(PIECES))
        .as(Edit::new)
        .list()
        .ofMaxSize(6);
  }
}
