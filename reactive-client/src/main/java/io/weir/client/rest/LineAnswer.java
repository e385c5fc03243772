package io.weir.client.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.weir.client.exchange.Refusal;
import io.weir.client.exchange.ResponseReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Splits one answer into lines of UTF-8, each emitted when its line feed has arrived. Belongs to
 * one answer. Runs on the loop of the connection.
 */
final class LineAnswer {

  /**
   * Reads an answer of lines. Fails with {@code InternalError} for a line beyond 64 KiB, and if the
   * last line has no end.
   */
  static final ResponseReader<String> LINES = (response, body) -> Refusal.isSuccess(response)
      ? new LineAnswer().lines(body)
      : RestAnswer.refused(response, body);

  private static final int LONGEST = 64 * 1024;

  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();

  private LineAnswer() {}

  private Flux<List<String>> lines(Flux<ByteBuf> body) {
    return body.map(this::complete).concatWith(Mono.defer(this::requireEnd));
  }

  private List<String> complete(ByteBuf chunk) {
    var lines = new ArrayList<String>();
    while (chunk.isReadable()) {
      var length = chunk.bytesBefore((byte) '\n');
      append(chunk, length < 0 ? chunk.readableBytes() : length);
      if (length >= 0) {
        chunk.skipBytes(1);
        lines.add(begun.toString(UTF_8));
        begun.reset();
      }
    }
    return lines;
  }

  private void append(ByteBuf chunk, int length) {
    if (begun.size() + length > LONGEST) {
      throw RestAnswer.unexpected("tooLongLine", "limit=" + LONGEST);
    }
    var bytes = new byte[length];
    chunk.readBytes(bytes);
    begun.writeBytes(bytes);
  }

  private Mono<List<String>> requireEnd() {
    return begun.size() == 0
        ? Mono.empty()
        : Mono.error(new IOException("The answer ended within a line."));
  }
}
