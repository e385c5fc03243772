package io.weir.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.blockhound.BlockingOperationError;
import reactor.core.scheduler.Schedulers;

final class BlockingCallsTest {

  @TempDir
  private Path folder;

  private FileChannel channel;

  @BeforeEach
  void open() throws IOException {
    channel = FileChannel.open(
        folder.resolve("file"),
        StandardOpenOption.CREATE,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE);
    channel.write(ByteBuffer.allocate(8), 0);
  }

  @AfterEach
  void close() throws IOException {
    channel.close();
  }

  @Test
  void forceIsDetectedOnALoop() throws Exception {
    assertThat(onLoop(() -> channel.force(false))).isInstanceOf(BlockingOperationError.class);
  }

  @Test
  void readIsDetectedOnALoop() throws Exception {
    assertThat(onLoop(() -> channel.read(ByteBuffer.allocate(8), 0)))
        .isInstanceOf(BlockingOperationError.class);
  }

  @Test
  void writeIsDetectedOnALoop() throws Exception {
    assertThat(onLoop(() -> channel.write(ByteBuffer.allocate(8))))
        .isInstanceOf(BlockingOperationError.class);
  }

  @Test
  void forceOfAMappingIsDetectedOnALoop() throws Exception {
    var mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 8);

    assertThat(onLoop(mapped::force)).isInstanceOf(BlockingOperationError.class);
  }

  @Test
  void forceIsDetectedOnAReactorThread() {
    var failure = new CompletableFuture<@Nullable Throwable>();

    Schedulers.parallel()
        .schedule(() -> failure.complete(catchThrowable(() -> channel.force(false))));

    assertThat(failure.join()).isInstanceOf(BlockingOperationError.class);
  }

  @Test
  void aForceIsAllowedOnAThreadThatMayBlock() throws Exception {
    assertThat(onThread("weir-log", () -> channel.force(false))).isNull();
  }

  private static @Nullable Throwable onLoop(ThrowingCallable call) throws Exception {
    return onThread("weir-loop-0", call);
  }

  private static @Nullable Throwable onThread(String name, ThrowingCallable call)
      throws InterruptedException, ExecutionException {
    var failure = new CompletableFuture<@Nullable Throwable>();
    new Thread(() -> failure.complete(catchThrowable(call)), name).start();
    return failure.get();
  }
}
