package io.weir.engine.disk;

import io.weir.engine.disk.SimulatedDisk.Operation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of a simulated disk, valid during one life of the disk.
 *
 * @param path from the root, with a slash at the end; empty for the root itself
 */
record SimulatedFolder(SimulatedDisk disk, String path, int bornIn) implements Folder {

  private SimulatedNames names() {
    return disk.names(path);
  }

  private void look(Operation operation, String name) throws IOException {
    disk.look(operation, path + name, bornIn);
  }

  private void change(Operation operation, String name) throws IOException {
    disk.change(operation, path + name, bornIn);
  }

  @Override
  public Folder folder(String name) throws IOException {
    look(Operation.READ, name);
    if (names().find(name) != null) {
      throw new IOException("simulated: not a folder name=" + name);
    }
    SimulatedFolder inside = new SimulatedFolder(disk, path + name + "/", bornIn);
    inside.names();
    return inside;
  }

  @Override
  public List<String> list() throws IOException {
    look(Operation.READ, "");
    return Stream.concat(names().list().stream(), disk.foldersIn(path).stream()).toList();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    change(Operation.CREATE, name);
    return new OpenFile(name, names().create(name));
  }

  @Override
  public DiskFile open(String name) throws IOException {
    look(Operation.READ, name);
    SimulatedContent content = names().find(name);
    if (content == null) {
      throw new NoSuchFileException(name, null, "simulated: missing");
    }
    return new OpenFile(name, content);
  }

  @Override
  public DiskFile openToRead(String name) throws IOException {
    return open(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    if (names().find(to) != null) {
      throw new IOException("simulated: name is taken name=" + to);
    }
    replace(from, to);
  }

  @Override
  public void replace(String from, String to) throws IOException {
    change(Operation.RENAME, to);
    if (disk.renameFolder(path + from + "/", path + to + "/")) {
      return;
    }
    disk.grew(-names().bytesOf(to));
    names().rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    change(Operation.DELETE, name);
    disk.deleteEmptyFolder(path + name + "/");
    disk.grew(-names().bytesOf(name));
    names().delete(name);
  }

  @Override
  public void force() throws IOException {
    change(Operation.FORCE_FOLDER, "");
    disk.forceFolders(path);
    names().force();
  }

  @Override
  public String locate(String name) {
    return "simulated:" + path + name;
  }

  @Override
  public void reserve(Path file, long from, long to) throws IOException {
    disk.allocate(file, to);
    Folder.super.reserve(file, from, to);
    disk.pageFiles().reserved(file, to);
  }

  @Override
  public void force(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    change(Operation.READ, pathOf(file)); // opens it
    try {
      change(Operation.FORCE, pathOf(file));
    } catch (SimulatedDisk.Failed e) {
      disk.pageFiles().failForce(file);
      throw new ForceFailed(file, e);
    }
    disk.pageFiles().force(file);
  }

  @Override
  public void forceNames(Path folder) throws IOException {
    change(Operation.FORCE_FOLDER, pathOf(folder));
    disk.pageFiles().forceNames(folder);
  }

  private static String pathOf(Path pages) {
    return "pages/" + pages.getFileName();
  }

  @Override
  public long usableBytes() {
    return disk.usableBytes();
  }

  private final class OpenFile implements DiskFile {
    private final String name;
    private final SimulatedContent content;

    OpenFile(String name, SimulatedContent content) {
      this.name = name;
      this.content = content;
    }

    @Override
    public long size() throws IOException {
      look(Operation.READ, name);
      return content.bytes().length;
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
      look(Operation.READ, name);
      return content.read(target, (int) offset);
    }

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
      change(Operation.WRITE, name);
      long end = offset + source.remaining();
      long before = content.bytes().length;
      int taken = disk.taken(source.remaining(), Math.max(0, end - before));
      if (taken > 0) {
        content.write(source, (int) offset, taken);
        disk.grew(content.bytes().length - before);
      }
      if (disk.writesBack()) {
        content.keepSomeSectors(disk.random);
      }
      return taken;
    }

    @Override
    public void force() throws IOException {
      try {
        change(Operation.FORCE, name);
      } catch (SimulatedDisk.Failed e) {
        disk.forced(path + name);
        content.keepSomeSectors(disk.random);
        content.dropUnforced();
        throw e;
      }
      disk.forced(path + name);
      content.force();
    }

    @Override
    public void close() {}
  }
}
