package io.weir.testkit;

import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * What BlockHound does not know by itself: Weir's loops must not block, and file channels do.
 *
 * <p>Exemptions stand here and nowhere else, each with its reason.
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
    // A loop that has nothing to do rests: the one place where it may.
    builder.allowBlockingCallsInside("io.weir.engine.loop.EventLoop", "idle");
    // Netty's allocator adds a magazine when threads contend for those there are; the lock is held
    // for a few instructions, seldom.
    builder.allowBlockingCallsInside(
        "io.netty.buffer.AdaptivePoolingAllocator$MagazineGroup", "tryExpandMagazines");
    // Where the rules of Reactive Streams are checked, the checking subscriber hands what it was
    // told to the test's thread by a queue with a lock.
    builder
        .allowBlockingCallsInside("org.reactivestreams.tck.TestEnvironment$Receptacle", "add")
        .allowBlockingCallsInside("org.reactivestreams.tck.TestEnvironment$Receptacle", "complete");
    // The driver of a peer that Weir is measured beside applies the rules of its copy of Netty
    // without Netty's exemptions. What its threads do is not Weir's.
    builder.allowBlockingCallsInside(
        "com.datastax.oss.driver.shaded.netty.util.concurrent.FastThreadLocalRunnable", "run");
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
