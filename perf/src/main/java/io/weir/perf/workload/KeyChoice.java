package io.weir.perf.workload;

/** The distribution of keys. */
public enum KeyChoice {
  /** All keys are equally likely. */
  UNIFORM,
  /** A few keys are frequent, spread over all keys: {@link io.weir.perf.workload.Zipf}. */
  ZIPFIAN,
  /** The rows inserted and acknowledged last are frequent. */
  LATEST,
  /** Keys of the first partition only, all equally likely. */
  ONE_PARTITION,
  /** The first row alone, which all clients share. */
  ONE_ROW
}
