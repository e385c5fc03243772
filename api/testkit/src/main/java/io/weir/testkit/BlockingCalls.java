package io.weir.testkit;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Weir's rules for BlockHound: which threads must not block, and which methods of file channels
 * block.
 *
 * <p>This class holds all exemptions, each with its reason.
 */
public final class BlockingCalls implements BlockHoundIntegration {

  private static final String LOOP = "weir-loop";
  private static final String CHANNEL = "sun.nio.ch.FileChannelImpl";
  private static final String MAPPING = "java.nio.MappedMemoryUtils";

  @Override
  public void applyTo(BlockHound.Builder builder) {
    builder.nonBlockingThreadPredicate(
        others -> others.or(thread -> thread.getName().startsWith(LOOP)));
    markForces(builder);
    markReads(builder);
    markWrites(builder);
    // An idle loop parks here. No other method of a loop may block.
    builder.allowBlockingCallsInside("io.weir.engine.loop.EventLoop", "idle");
    // A shard writes a new page into the system's page cache, whole blocks that the disk has
    // allocated: nothing is read. The call waits where a store to mapped memory would wait without
    // being seen here: when the system makes writers wait for its write-back.
    builder.allowBlockingCallsInside("io.weir.engine.page.extent.PlacedFile", "write");
    // Netty's allocator adds a magazine when threads contend for the existing ones. This is rare,
    // and the lock is held for a few instructions.
    builder.allowBlockingCallsInside(
        "io.netty.buffer.AdaptivePoolingAllocator$MagazineGroup", "tryExpandMagazines");
    // The exporter of spans wakes its thread through a queue of one place, whose lock is held for a
    // few instructions.
    builder.allowBlockingCallsInside("java.util.concurrent.ArrayBlockingQueue", "offer");
    // In verifications of Reactive Streams, the checking subscriber passes signals to the test's
    // thread through a queue with a lock.
    builder
        .allowBlockingCallsInside("org.reactivestreams.tck.TestEnvironment$Receptacle", "add")
        .allowBlockingCallsInside("org.reactivestreams.tck.TestEnvironment$Receptacle", "complete");
    // The driver of a database that Weir is compared with applies the rules of its own copy of
    // Netty, without Netty's exemptions. Its threads are not Weir's.
    builder.allowBlockingCallsInside(
        "com.datastax.oss.driver.shaded.netty.util.concurrent.FastThreadLocalRunnable", "run");
    // The client of another database names each cursor by a random UUID on its own event loop.
    builder.allowBlockingCallsInside("io.vertx.sqlclient.impl.CursorImpl", "read");
  }

  private static void markForces(BlockHound.Builder builder) {
    builder
        .markAsBlocking(CHANNEL, "force", "(Z)V")
        .markAsBlocking(CHANNEL, "truncate", "(J)Ljava/nio/channels/FileChannel;")
        .markAsBlocking(MAPPING, "force", "(Ljava/io/FileDescriptor;JZJJ)V");
  }

  private static void markReads(BlockHound.Builder builder) {
    builder
        .markAsBlocking(CHANNEL, "read", "(Ljava/nio/ByteBuffer;)I")
        .markAsBlocking(CHANNEL, "read", "(Ljava/nio/ByteBuffer;J)I")
        .markAsBlocking(CHANNEL, "read", "([Ljava/nio/ByteBuffer;II)J")
        .markAsBlocking(CHANNEL, "transferTo", "(JJLjava/nio/channels/WritableByteChannel;)J");
  }

  private static void markWrites(BlockHound.Builder builder) {
    builder
        .markAsBlocking(CHANNEL, "write", "(Ljava/nio/ByteBuffer;)I")
        .markAsBlocking(CHANNEL, "write", "(Ljava/nio/ByteBuffer;J)I")
        .markAsBlocking(CHANNEL, "write", "([Ljava/nio/ByteBuffer;II)J")
        .markAsBlocking(CHANNEL, "transferFrom", "(Ljava/nio/channels/ReadableByteChannel;JJ)J");
  }
}
