#!/usr/bin/env bash
# Runs a small cluster of Apache HBase on this machine, one process each: ZooKeeper, an HDFS name node, three data nodes,
# a master, three region servers. All listen on 127.0.0.1 only. They need about 3 GB of memory and JDK 17.
#
#   perf/hbase-cluster.sh start DIR [FIRST_PORT]   starts the cluster, and prints its address for 'weir serve --store'
#   perf/hbase-cluster.sh stop DIR                 stops it and keeps its data
#   perf/hbase-cluster.sh kill DIR NAME            ends a process at once: namenode, datanode-2, master, regionserver-3, ...
#   perf/hbase-cluster.sh run DIR NAME             starts a process that was killed
#   perf/hbase-cluster.sh status DIR               prints the processes and whether they run
#   perf/hbase-cluster.sh compare DIR [OPTIONS]    measures Weir beside HBase's own client; --help lists the options
#
# WEIR_CLUSTER_LOG=INFO lets the processes tell more in DIR/log. The classes come from Maven Central. The region servers load Weir's
# coprocessor from engine/hbase/target: build it first with
#   mvn package -Phbase -Dfast=jar -pl engine/hbase -am
# 'compare' needs the gateway's jar and the measurements, too:
#   mvn package -Phbase -DskipTests -pl engine/gateway,perf -am
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
names=(zookeeper namenode datanode-1 datanode-2 datanode-3 master regionserver-1 regionserver-2 regionserver-3)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java

fail() {
  echo "$*" >&2
  exit 1
}

usage() {
  sed -n '5,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

port() { # NAME: its port; a data node has three, from here on
  local first
  first=$(cat "$dir/first-port")
  case $1 in
    zookeeper) echo $((first)) ;;
    namenode) echo $((first + 1)) ;;
    namenode-http) echo $((first + 2)) ;;
    master) echo $((first + 3)) ;;
    datanode-*) echo $((first + 10 + 3 * ${1#*-})) ;;
    regionserver-*) echo $((first + 30 + ${1#*-})) ;;
  esac
}

property() { printf '  <property><name>%s</name><value>%s</value></property>\n' "$1" "$2"; }

configure() {
  mkdir -p "$dir"/{conf,data,log,pid}
  {
    echo '<configuration>'
    property fs.defaultFS "hdfs://127.0.0.1:$(port namenode)"
    echo '</configuration>'
  } >"$dir/conf/core-site.xml"
  {
    echo '<configuration>'
    property dfs.replication 3
    property dfs.namenode.name.dir "file://$dir/data/namenode"
    property dfs.namenode.rpc-address "127.0.0.1:$(port namenode)"
    property dfs.namenode.http-address "127.0.0.1:$(port namenode-http)"
    property dfs.namenode.safemode.extension 0
    property dfs.permissions.enabled false
    # A dead data node is avoided after some seconds, not after ten minutes.
    property dfs.heartbeat.interval 1
    property dfs.namenode.heartbeat.recheck-interval 3000
    property dfs.namenode.avoid.read.stale.datanode true
    property dfs.namenode.avoid.write.stale.datanode true
    property dfs.namenode.stale.datanode.interval 5000
    # With three data nodes there is none in reserve: a pipeline that loses one goes on with two.
    property dfs.client.block.write.replace-datanode-on-failure.best-effort true
    echo '</configuration>'
  } >"$dir/conf/hdfs-site.xml"
  {
    echo '<configuration>'
    property hbase.cluster.distributed true
    property hbase.rootdir "hdfs://127.0.0.1:$(port namenode)/hbase"
    property hbase.zookeeper.quorum "127.0.0.1:$(port zookeeper)"
    property hbase.wal.hsync true
    property hbase.hfile.hsync true
    property hbase.master.hostname localhost
    property hbase.regionserver.hostname localhost
    property hbase.master.ipc.address 127.0.0.1
    property hbase.regionserver.ipc.address 127.0.0.1
    property hbase.master.port "$(port master)"
    property hbase.master.info.port -1
    property hbase.regionserver.info.port -1
    # A data node that failed once is used again: a region server that avoids all three for hours has nowhere to write its log, and aborts.
    property hbase.regionserver.async.wal.max.exclude.datanode.count 0
    # Of 640 MB, HBase's defaults would leave 20 % for all requests, compactions and flushes.
    property hbase.regionserver.global.memstore.size 0.25
    property hfile.block.cache.size 0.25
    # How long a dead server is believed to live, and how long HDFS may take to close its last log before it is asked again.
    property zookeeper.session.timeout 4000
    property hbase.lease.recovery.first.pause 1000
    property hbase.lease.recovery.dfs.timeout 5000
    echo '</configuration>'
  } >"$dir/conf/hbase-site.xml"
  cat >"$dir/conf/log4j.properties" <<LOG
log4j.rootLogger=${WEIR_CLUSTER_LOG:-WARN},out
log4j.appender.out=org.apache.log4j.ConsoleAppender
log4j.appender.out.layout=org.apache.log4j.PatternLayout
log4j.appender.out.layout.ConversionPattern=%d{ISO8601} %p %c{1} %m%n
LOG
}

class_path() {
  local file=${WEIR_PEERS:-$HOME/.weir-peers}/hbase.classpath region
  if [[ ! -s $file ]]; then
    mkdir -p "$(dirname "$file")"
    mvn -B -q -ntp -f "$here/src/peers/hbase/pom.xml" dependency:build-classpath -Dmdep.outputFile="$file" >&2
  fi
  region=$(compgen -G "$here/../engine/hbase/target/weir-hbase-*-region.jar" | head -1) \
    || fail "The region servers' jar is missing. Build it: mvn package -Phbase -Dfast=jar -pl engine/hbase -am"
  echo "$dir/conf:$region:$(cat "$file")"
}

launch() { # NAME MEMORY CLASS ARGUMENTS...: starts a process in the background
  local name=$1 memory=$2
  shift 2
  local opened=()
  for package in lang lang.reflect nio util util.concurrent net io; do
    opened+=("--add-opens=java.base/java.$package=ALL-UNNAMED")
  done
  opened+=(--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED --add-opens=java.base/sun.nio.ch=ALL-UNNAMED)
  # A server that lives on after its memory ran out has half of a batch in it. HBase's own start script ends such a server, too.
  HBASE_ZNODE_FILE=$dir/pid/$name.znode setsid "$java" "-Xmx$memory" -XX:+ExitOnOutOfMemoryError "${opened[@]}" \
    "-Dweir.cluster.process=$name" \
    -cp "$(class_path)" "$@" >>"$dir/log/$name.log" 2>&1 </dev/null &
  echo $! >"$dir/pid/$name"
  until runs "$name" || ! kill -0 $! 2>/dev/null; do sleep 0.05; done # until it is Java
  if [[ $name == regionserver-* ]]; then
    setsid "$0" watch "$dir" "$name" $! >>"$dir/log/$name.log" 2>&1 </dev/null &
  fi
}

# Waits for the end of a region server and says so in ZooKeeper, as HBase's own start script does. A region server that stops by itself has
# removed its node and the file that names it.
watch() { # NAME PID
  local file=$dir/pid/$1.znode
  tail --pid="$2" --sleep-interval=0.1 -f /dev/null
  [[ -s $file ]] || return 0
  mv "$file" "$file.ended" # the next one may start at once
  "$java" -Xmx64m -XX:TieredStopAtLevel=1 -cp "$(class_path)" org.apache.zookeeper.ZooKeeperMain \
    -server "127.0.0.1:$(port zookeeper)" delete "$(cat "$file.ended")"
}

run() { # NAME
  local name=$1 own
  own=$(port "$name")
  case $name in
    zookeeper) launch "$name" 128m org.apache.zookeeper.server.ZooKeeperServerMain "$own" "$dir/data/zookeeper" 1000 ;;
    namenode) launch "$name" 256m org.apache.hadoop.hdfs.server.namenode.NameNode ;;
    datanode-*)
      launch "$name" 256m org.apache.hadoop.hdfs.server.datanode.DataNode \
        -D "dfs.datanode.data.dir=file://$dir/data/$name" -D "dfs.datanode.address=127.0.0.1:$own" \
        -D "dfs.datanode.ipc.address=127.0.0.1:$((own + 1))" -D "dfs.datanode.http.address=127.0.0.1:$((own + 2))"
      ;;
    master) launch "$name" 384m org.apache.hadoop.hbase.master.HMaster start ;;
    regionserver-*) launch "$name" 640m org.apache.hadoop.hbase.regionserver.HRegionServer \
      -D "hbase.regionserver.port=$own" start ;;
    *) fail "There is no process '$name'. They are: ${names[*]}" ;;
  esac
}

runs() { # NAME: a number that is left over may be that of a stranger by now
  [[ -s $dir/pid/$1 ]] && grep -qzx -- "-Dweir.cluster.process=$1" "/proc/$(cat "$dir/pid/$1")/cmdline" 2>/dev/null
}

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

await() { # NAME: waits until it listens; fails when it has ended or after two minutes
  for _ in {1..480}; do
    listens "$(port "$1")" && return
    runs "$1" || fail "$1 has ended; see $dir/log/$1.log"
    sleep 0.25
  done
  fail "$1 does not listen after two minutes; see $dir/log/$1.log"
}

start() {
  configure
  for name in "${names[@]}"; do
    runs "$name" && fail "The cluster in $dir runs already; stop it with: $0 stop $dir"
    listens "$(port "$name")" && fail "Port $(port "$name") is taken. Give another first port: $0 start $dir FIRST_PORT"
  done
  if [[ ! -d $dir/data/namenode/current ]]; then
    "$java" -cp "$(class_path)" org.apache.hadoop.hdfs.server.namenode.NameNode -format -nonInteractive \
      >"$dir/log/format.log" 2>&1 || fail "HDFS was not formatted; see $dir/log/format.log"
  fi
  for name in "${names[@]}"; do
    echo "starting $name" >&2
    run "$name"
    case $name in
      zookeeper | namenode | datanode-3 | master) await "$name" ;;
    esac
  done
  for name in regionserver-1 regionserver-2 regionserver-3; do await "$name"; done
  echo "waiting until tables can be read" >&2
  for attempt in {1..20}; do
    # HBase's own probe: reads a row of each region.
    "$java" -Xmx128m -XX:TieredStopAtLevel=1 -cp "$(class_path)" org.apache.hadoop.hbase.tool.CanaryTool -t 20000 \
      >"$dir/log/probe.log" 2>&1 && break
    ((attempt < 20)) || fail "The cluster does not serve; see $dir/log/probe.log and $dir/log/master.log"
  done
  echo "hbase://127.0.0.1:$(port zookeeper)"
}

stop() {
  local name
  for ((i = ${#names[@]} - 1; i >= 0; i--)); do
    name=${names[i]}
    runs "$name" || continue
    echo "stopping $name" >&2
    kill "$(cat "$dir/pid/$name")"
    # The stores of region servers are flushed; whatever does not end is ended.
    for _ in {1..120}; do
      runs "$name" || break
      sleep 0.25
    done
    runs "$name" && kill -9 "$(cat "$dir/pid/$name")"
    rm -f "$dir/pid/$name"
  done
}

(($# >= 2)) || usage
command=$1
mkdir -p "$2"
dir=$(cd "$2" && pwd)
case $command in
  start)
    echo "${3:-16100}" >"$dir/first-port"
    start
    ;;
  stop) stop ;;
  kill)
    runs "${3:?NAME}" || fail "$3 does not run"
    kill -9 "$(cat "$dir/pid/$3")"
    ;;
  run)
    run "${3:?NAME}"
    await "$3"
    ;;
  compare)
    for jar in engine/gateway/target/weir-hbase.jar perf/target/perf.jar; do
      [[ -s $here/../$jar ]] || fail "$jar is missing. Build it: mvn package -Phbase -DskipTests -pl engine/gateway,perf -am"
    done
    # HBase's libraries first: the others bring newer protocol buffers.
    exec "$java" -Xmx1g -cp "$here/../engine/gateway/target/weir-hbase.jar:$here/target/perf.jar" \
      io.weir.perf.cluster.ClusterCommand "127.0.0.1:$(port zookeeper)" "${@:3}"
    ;;
  watch) watch "${3:?NAME}" "${4:?PID}" ;;
  status) for name in "${names[@]}"; do echo "$name $(runs "$name" && echo runs || echo "does not run")"; done ;;
  *) usage ;;
esac
