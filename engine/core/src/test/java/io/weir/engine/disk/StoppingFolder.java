package io.weir.engine.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A folder on the disk whose process is killed at an operation that changes something: this one and
 * all later ones fail, in all folders of the same {@link Life}.
 *
 * @param folder a folder on the disk
 */
public record StoppingFolder(Folder folder, Life life) implements Folder {

  /** Counts operations. Owner: one thread. */
  public static final class Life {

    private final int lastOperation;
    private final boolean links;
    private int operations;

    /**
     * @param lastOperation number of the operation that fails; 1 is the first
     * @param links whether a file can have a second name
     */
    public Life(int lastOperation, boolean links) {
      this.lastOperation = lastOperation;
      this.links = links;
    }

    /** Whether the process was killed. */
    public boolean isOver() {
      return operations >= lastOperation;
    }

    private void change() throws IOException {
      operations++;
      if (isOver()) {
        throw new IOException("simulated: killed");
      }
    }
  }

  @Override
  public Folder folder(String name) throws IOException {
    if (!folder.exists(name)) {
      life.change();
    }
    return new StoppingFolder(folder.folder(name), life);
  }

  @Override
  public List<String> list() throws IOException {
    return folder.list();
  }

  @Override
  public DiskFile create(String name) throws IOException {
    life.change();
    return new StoppingFile(folder.create(name), life);
  }

  @Override
  public DiskFile open(String name) throws IOException {
    return new StoppingFile(folder.open(name), life);
  }

  @Override
  public DiskFile openToRead(String name) throws IOException {
    return folder.openToRead(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    life.change();
    folder.rename(from, to);
  }

  @Override
  public void replace(String from, String to) throws IOException {
    life.change();
    folder.replace(from, to);
  }

  @Override
  public boolean link(Folder from, String name) throws IOException {
    if (!life.links) {
      return false;
    }
    life.change();
    return folder.link(((StoppingFolder) from).folder(), name);
  }

  @Override
  public void delete(String name) throws IOException {
    life.change();
    folder.delete(name);
  }

  @Override
  public void force() throws IOException {
    life.change();
    folder.force();
  }

  @Override
  public long usableBytes() throws IOException {
    return folder.usableBytes();
  }

  @Override
  public String locate(String name) {
    return folder.locate(name);
  }

  private record StoppingFile(DiskFile file, Life life) implements DiskFile {

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public int read(ByteBuffer target, long offset) throws IOException {
      return file.read(target, offset);
    }

    @Override
    public int write(ByteBuffer source, long offset) throws IOException {
      life.change();
      return file.write(source, offset);
    }

    @Override
    public void force() throws IOException {
      life.change();
      file.force();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
