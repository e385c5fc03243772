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
 * Reads a body of a few frames from an untrusted client.
 *
 * <p>Frames are read as they arrive. A body is refused at the first byte that breaks a rule, and
 * its bytes are not kept in addition to the decoded frames. Belongs to one request and the loop of
 * its connection.
 *
 * <p>Fails with {@code RequestBodyTooLarge} beyond the limit. Fails with {@code InvalidInput} if
 * the body is empty, holds too many frames, or is not a sequence of whole frames of the expected
 * kind. Fails as {@link FrameDecoder#checked} does. Each failure names its frame.
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

  /** Returns the single frame of a body. */
  static <T> Mono<T> one(Flux<ByteBuf> body, RequestFrame<T> expected, int mostBytes) {
    return list(body, expected, mostBytes, 1).map(frames -> frames.get(0));
  }

  /** Returns the frames of a body, at least one. */
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
