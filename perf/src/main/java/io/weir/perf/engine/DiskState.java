package io.weir.perf.engine;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import io.weir.perf.process.StoreHome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A file with allocated blocks, as a log has, on the disk of the stores. */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls the methods annotated with Setup before all others
public class DiskState {

  private static final int FILE_BYTES = 64 << 20;

  private StoreHome home;
  private FileChannel file;
  private ByteBuffer block;
  private long at;

  @Setup(Level.Trial)
  public void open(DataState data) throws IOException {
    home = data.home(Subjects.DISK);
    var path = home.path().resolve("log");
    Files.deleteIfExists(path);
    file = FileChannel.open(path, CREATE_NEW, WRITE);
    var zeros = ByteBuffer.allocateDirect(1 << 20);
    for (var offset = 0; offset < FILE_BYTES; offset += zeros.capacity()) {
      file.write(zeros.clear(), offset);
    }
    file.force(true);
    block = ByteBuffer.allocateDirect(Upserts.IN_FLIGHT * data.set().entity(0).encoded().length);
  }

  /** Writes and forces the bytes of as many entities as are in flight. */
  void writeAndForce() throws IOException {
    at = at + block.capacity() > FILE_BYTES ? 0 : at;
    file.write(block.clear(), at);
    file.force(false);
    at += block.capacity();
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    file.close();
    home.close();
  }
}
