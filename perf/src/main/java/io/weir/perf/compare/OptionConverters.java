package io.weir.perf.compare;

import io.weir.perf.target.TargetKind;
import io.weir.perf.target.Targets;
import io.weir.perf.workload.InvalidFile;
import io.weir.perf.workload.Workload;
import io.weir.perf.workload.Workloads;
import java.io.IOException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What the command line calls by its name; a name that there is not is a mistake of whoever calls. */
final class OptionConverters {

  private OptionConverters() {}

  /** Of a target. */
  static final class TargetName implements ITypeConverter<TargetKind> {

    @Override
    public TargetKind convert(String name) {
      try {
        return Targets.named(name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }

  /** Of a workload that comes with the program. */
  static final class WorkloadName implements ITypeConverter<Workload> {

    @Override
    public Workload convert(String name) throws IOException {
      try {
        return Workloads.named(name);
      } catch (InvalidFile e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
