package io.weir.engine.disk;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Prevents this and every other process from opening the same store folder a second time. Held from
 * before the log is opened until after it is closed.
 *
 * <p>The operating system drops the lock when the process ends, for any reason. The file itself
 * stays: if it were deleted, a third process could lock a new file while a second one still waits
 * with the old file.
 *
 * <p>Runs on: any thread.
 */
public final class FolderLock implements AutoCloseable {
  private static final String NAME = "lock";

  private final FileChannel channel;

  private FolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks the folder. Creates it if it is missing.
   *
   * @throws FileSystemException if the store is open elsewhere
   */
  public static FolderLock acquire(Path folder) throws IOException {
    Path file = Files.createDirectories(folder).resolve(NAME);
    FileChannel channel = FileChannel.open(file, CREATE, WRITE);
    if (tryLock(channel) == null) {
      channel.close();
      throw new FileSystemException(
          file.toString(), null, "the store is open in another process or twice in this one");
    }
    return new FolderLock(channel);
  }

  private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null; // this process holds the lock already
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
