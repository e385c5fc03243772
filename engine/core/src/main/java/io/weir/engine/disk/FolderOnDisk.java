package io.weir.engine.disk;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder of the file system.
 *
 * <p>Runs on: any thread that may block. Do not interrupt such a thread: an interrupt closes the
 * file that it uses.
 */
public final class FolderOnDisk implements Folder {

  private static final Logger LOG = LoggerFactory.getLogger(FolderOnDisk.class);

  /**
   * Windows cannot open a folder to force it; NTFS keeps its folders consistent by its own journal.
   */
  private static final boolean FOLDERS_CAN_BE_FORCED = File.separatorChar == '/';

  private final Path folder;

  private FolderOnDisk(Path folder) {
    this.folder = folder;
  }

  /** Returns the folder at {@code folder}. Creates it, with its parents, if it is missing. */
  public static FolderOnDisk in(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath();
    makeDurably(absolute);
    return new FolderOnDisk(absolute);
  }

  private static void makeDurably(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent == null) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      makeDurably(parent);
      Files.createDirectory(folder);
      forceFolder(parent);
    } else if (isEmpty(folder) && Files.isReadable(parent)) {
      // a process that created the folder, and so may read the parent, may have been killed before
      // the force
      forceFolder(parent);
    }
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  @Override
  public Folder folder(String name) throws IOException {
    return in(folder.resolve(name));
  }

  @Override
  public List<String> list() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(entry -> entry.getFileName().toString()).toList();
    }
  }

  @Override
  public boolean exists(String name) {
    return Files.exists(folder.resolve(name));
  }

  @Override
  public DiskFile create(String name) throws IOException {
    return new ChannelFile(FileChannel.open(folder.resolve(name), CREATE_NEW, READ, WRITE), this);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new ChannelFile(FileChannel.open(folder.resolve(name), READ, WRITE), this);
  }

  @Override
  public DiskFile openToRead(String name) throws IOException {
    return new ChannelFile(FileChannel.open(folder.resolve(name), READ), this);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Path target = folder.resolve(to);
    if (Files.exists(target)) { // an atomic move would replace the file silently
      throw new FileAlreadyExistsException(target.toString());
    }
    Files.move(folder.resolve(from), target, ATOMIC_MOVE);
  }

  @Override
  public void replace(String from, String to) throws IOException {
    Files.move(folder.resolve(from), folder.resolve(to), ATOMIC_MOVE);
  }

  @Override
  public boolean link(Folder from, String name) throws IOException {
    if (!(from instanceof FolderOnDisk other)) {
      return false;
    }
    try {
      Files.createLink(folder.resolve(name), other.folder.resolve(name));
      return true;
    } catch (NoSuchFileException | FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      LOG.debug("a file cannot have a second name file={}", other.folder.resolve(name), e);
      return false; // a file system without links, another file system, or too many links
    }
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(folder.resolve(name));
  }

  @Override
  public void force() throws IOException {
    forceFolder(folder);
  }

  @Override
  public long usableBytes() throws IOException {
    return Files.getFileStore(folder).getUsableSpace();
  }

  @Override
  public String locate(String name) {
    return folder.resolve(name).toString();
  }

  /** Makes the names in a folder durable. */
  static void forceFolder(Path folder) throws IOException {
    if (FOLDERS_CAN_BE_FORCED) {
      try (FileChannel channel = FileChannel.open(folder, READ)) {
        channel.force(true);
      }
    }
  }

  private record ChannelFile(FileChannel channel, DiskSpace disk) implements DiskFile {
    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
      return channel.read(target, offset);
    }

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
      try {
        return channel.write(source, offset);
      } catch (ClosedChannelException e) {
        throw e;
      } catch (IOException e) {
        throw FullDisk.named(e, source.remaining(), disk);
      }
    }

    /**
     * Forces data without metadata: the system forces the length if reading the data back needs it,
     * but not the times.
     */
    @Override
    public void force() throws IOException {
      channel.force(false);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
