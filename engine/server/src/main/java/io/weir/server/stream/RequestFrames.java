package io.weir.server.stream;

import io.netty.buffer.ByteBuf;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.TableServiceException;
import io.weir.api.wire.FrameDecoder;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Reads a request's body of few frames, from a client that is not to be trusted.
 *
 * <p>Frames are read as they arrive, so a body is refused at the first byte that breaks a rule, and never held as a whole beside
 * what it means. Belongs to one request and the loop of its connection.
 *
 * <p>Fails with {@code RequestBodyTooLarge} beyond the limit; with {@code InvalidInput} for other bytes than whole frames of the
 * expected kind, for none, and for too many; and as {@link FrameDecoder#checked} does. Each failure names the frame it is about.
 */
final class RequestFrames<T> {

  private final RequestFrame<T> expected;
  private final int mostBytes;
  private final int mostFrames;
  private final FrameDecoder decoder = FrameDecoder.checked();
  private final List<T> read = new ArrayList<>();
  private int bytes;

  private RequestFrames(RequestFrame<T> expected, int mostBytes, int mostFrames) {
    this.expected = expected;
    this.mostBytes = mostBytes;
    this.mostFrames = mostFrames;
  }

  /** The single frame of a body. */
  static <T> Mono<T> one(Flux<ByteBuf> body, RequestFrame<T> expected, int mostBytes) {
    return list(body, expected, mostBytes, 1).map(frames -> frames.get(0));
  }

  /** The frames of a body, at least one. */
  static <T> Mono<List<T>> list(
      Flux<ByteBuf> body, RequestFrame<T> expected, int mostBytes, int mostFrames) {
    return Mono.defer(() -> body.collect(
            () -> new RequestFrames<>(expected, mostBytes, mostFrames), RequestFrames::add)
        .map(RequestFrames::whole));
  }

  private void add(ByteBuf chunk) {
    bytes += chunk.readableBytes();
    if (bytes > mostBytes) {
      throw new InvalidRequestException(
          ErrorCode.REQUEST_BODY_TOO_LARGE, "bytes=" + bytes + " limit=" + mostBytes);
    }
    try {
      addFrames(chunk);
    } catch (TableServiceException e) {
      throw mostFrames == 1 ? e : e.atOperation(read.size());
    }
  }

  private void addFrames(ByteBuf chunk) {
    decoder.feed(chunk.nioBuffer());
    for (var frame = decoder.next(); frame != null; frame = decoder.next()) {
      if (read.size() == mostFrames) {
        throw new InvalidRequestException(
            ErrorCode.INVALID_INPUT, "frames=more limit=" + mostFrames);
      }
      read.add(frame.dispatch(expected));
    }
  }

  private List<T> whole() {
    if (read.isEmpty() || !decoder.isBetweenFrames()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "expected=wholeFrames read=" + read.size());
    }
    return read;
  }
}
